import type { InputHTMLAttributes, ReactNode } from "react";

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value, in words; tied to the input for screen readers. */
  error?: string | null | undefined;
  /** Something that stands in the input's end, such as a button. */
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

/** A field for an email address that is also a user's name. */
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
