import type { InputHTMLAttributes, ReactNode } from "react";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value, in words; tied to the input for screen readers. */
  error?: string | null;
  /** Something that stands in the input's end, such as a button. */
  end?: ReactNode;
}

/** A labelled input with its hint and its error. */
export function Field({ label, hint, error, end, className = "", ...input }: Props) {
  const id = input.id ?? input.name;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.9375rem] font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          className={`field-input ${className}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-sm text-soft">
          {hint}
        </div>
      )}
    </div>
  );
}
