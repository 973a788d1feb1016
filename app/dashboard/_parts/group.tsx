"use client";

import { type ReactNode, useId } from "react";
import { useFieldState } from "@/app/dashboard/_parts/form-state-context";

interface Props {
  legend: string;
  /** Name of the field that the inputs of the group send. */
  name: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** Group of checkboxes or radio buttons, with the problem of the choice. */
export function Group({ legend, name, hint, children }: Props) {
  const id = useId();
  const { problem } = useFieldState(name);
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    // No role allows `aria-invalid` on a group; the form's script finds this attribute when it moves the
    // focus.
    <fieldset aria-describedby={described || undefined} data-wrong={problem ? true : undefined}>
      <legend className="font-medium">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mt-0.5 text-sm text-neutral-600 dark:text-neutral-400">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="mt-1.5 text-sm text-red-700 dark:text-red-400">
          {problem}
        </p>
      )}
      {children}
    </fieldset>
  );
}
