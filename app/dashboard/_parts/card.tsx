import type { ReactNode } from "react";

/** Surface that groups related content. */
export function Card({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-neutral-200 bg-white p-6 shadow-xs dark:border-neutral-800 dark:bg-neutral-900">
      {children}
    </div>
  );
}
