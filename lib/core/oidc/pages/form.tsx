import type { ReactNode } from "react";

interface FormProps {
  /** A path of ours with its query; by default the page's own. */
  action?: string;
  className?: string;
  /** Hidden fields of the form. */
  hidden?: Record<string, string>;
  /** Data for the page's script. */
  data?: Record<`data-${string}`, string>;
  children: ReactNode;
}

/** A form without the browser's own validation: the server's messages report invalid input. */
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
  /** Description of the button for screen readers, where its text is not enough. */
  label?: string;
  /** Starts a passkey prompt (browser/use-passkey.ts). */
  "data-passkey"?: "";
}

/** Button that submits its form. */
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
