import type { ReactNode } from "react";

/** Label, hint and problem around an input, and the ids that connect them. */
export function FieldFrame({
  id,
  label,
  hint,
  problem,
  children,
}: {
  id: string;
  label: string;
  hint?: ReactNode;
  problem?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {hint && (
        <div id={`${id}-hint`} className="mt-0.5 text-sm text-neutral-600 dark:text-neutral-400">
          {hint}
        </div>
      )}
      <div className="mt-2">{children}</div>
      {problem && (
        <p id={`${id}-problem`} className="mt-1.5 text-sm text-red-700 dark:text-red-400">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Returns the attributes that connect a field to its hint and problem, for assistive technology. */
export function describedBy(id: string, hint: unknown, problem: string | undefined) {
  const ids = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return {
    "aria-describedby": ids || undefined,
    "aria-invalid": problem ? (true as const) : undefined,
  };
}
