import type { InputHTMLAttributes, ReactNode } from "react";

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Error of the value, in words; linked to the input for screen readers. */
  error?: string | null | undefined;
  /** Content at the input's end, such as a button. */
  end?: ReactNode;
}

/** A labelled input with its hint and its error. */
export function Field({ label, hint, error, end, className = "", ...input }: FieldProps) {
  const id = input.id ?? input.name;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <div className={end ? "holds" : undefined}>
        <input
          {...input}
          id={id}
          className={`input ${className}`.trim()}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="hint">
          {hint}
        </div>
      )}
    </div>
  );
}

/** Field for an email address that is also a user name. */
export function EmailField(props: Omit<FieldProps, "name" | "type">) {
  return (
    <Field
      autoComplete="username"
      {...props}
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  );
}
