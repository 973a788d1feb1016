import type { ReactNode } from "react";

/** Small label of a status or kind. */
export function Badge({
  tone = "neutral",
  children,
}: {
  tone?: "neutral" | "red" | "green" | "amber";
  children: ReactNode;
}) {
  const tones = {
    neutral: "bg-neutral-100 text-neutral-700 dark:bg-neutral-800 dark:text-neutral-300",
    red: "bg-red-50 text-red-800 dark:bg-red-950 dark:text-red-300",
    green: "bg-green-50 text-green-800 dark:bg-green-950 dark:text-green-300",
    amber: "bg-amber-50 text-amber-900 dark:bg-amber-950 dark:text-amber-300",
  };
  return (
    <span
      className={`inline-flex items-center rounded-full whitespace-nowrap px-2.5 py-0.5 text-xs font-medium ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
