import type { ReactNode } from "react";

interface FormProps {
  /** A path of ours with its query; without it, the page's own. */
  action?: string;
  className?: string;
  /** What the form sends along unseen. */
  hidden?: Record<string, string>;
  /** What the page's script reads. */
  data?: Record<`data-${string}`, string>;
  children: ReactNode;
}

/** A form of ours: what is wrong with it is told in our words, not in the browser's. */
export function Form({ action, className = "stack", hidden = {}, data, children }: FormProps) {
  return (
    <form method="post" action={action} noValidate className={className} {...data}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

const looks = { primary: "button primary", quiet: "button", link: "link" };

interface ButtonProps {
  children: ReactNode;
  look?: keyof typeof looks;
  className?: string;
  name?: string;
  value?: string;
  /** What the button is for, where its text alone doesn't say. */
  label?: string;
  /** It asks for a passkey (browser/use-passkey.ts). */
  "data-passkey"?: "";
}

/** Sends its form. */
export function SubmitButton({ look = "primary", className = "", label, ...rest }: ButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      aria-label={label}
      className={`${looks[look]} ${className}`.trim()}
    />
  );
}
