import type { ReactNode } from "react";

const tones = {
  red: "bg-red-50 text-red-900 dark:bg-red-950 dark:text-red-200",
  amber: "bg-amber-50 text-amber-950 dark:bg-amber-950 dark:text-amber-200",
  blue: "bg-sky-50 text-sky-950 dark:bg-sky-950 dark:text-sky-200",
};

/** Notice before the content. */
export function Notice({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return <div className={`mb-6 rounded-lg p-3 text-sm ${tones[tone]}`}>{children}</div>;
}
