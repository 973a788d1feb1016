import { Field } from "@/lib/oidc/pages/field";

interface Props {
  label: string;
  digits: number;
  error: string | null | undefined;
  autoFocus: boolean;
}

/** One field for a whole code. Its last digit sends the form (browser/send-whole-code.ts). */
export function CodeField({ digits, ...field }: Props) {
  return (
    <Field
      {...field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={digits + 6}
      spellCheck={false}
      autoCorrect="off"
      dir="ltr"
      required
      className="code"
      data-digits={digits}
    />
  );
}

/** A code as it was typed: pasted codes come with spaces and dashes, and digits of other scripts count as well.
 *  @returns what is wrong with its form, if anything is */
export function typedCode(
  field: string,
  digits: number,
): { code: string; wrong: "codeEmpty" | "codeShape" | null } {
  const code = field.normalize("NFKC").replace(/[\s-]/g, "");
  if (!code) return { code, wrong: "codeEmpty" };
  return { code, wrong: /^\d+$/.test(code) && code.length === digits ? null : "codeShape" };
}
