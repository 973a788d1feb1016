import { Field } from "@/lib/core/oidc/pages/field";

interface Props {
  label: string;
  digits: number;
  error: string | null | undefined;
  autoFocus: boolean;
}

/** Field for a whole code. Its last digit sends the form (browser/send-whole-code.ts). */
export function CodeField({ digits, ...field }: Props) {
  return (
    <Field
      {...field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={2 * digits + 6}
      spellCheck={false}
      autoCorrect="off"
      dir="ltr"
      required
      className="code"
      data-digits={digits}
    />
  );
}
