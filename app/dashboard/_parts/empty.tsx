import type { ReactNode } from "react";

/** Text of a page that has nothing to list yet: its purpose and the next step. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-dashed border-neutral-300 px-6 py-16 text-center dark:border-neutral-700">
      <h2 className="text-lg font-medium">{title}</h2>
      <div className="mx-auto mt-2 max-w-md text-neutral-600 dark:text-neutral-400">{children}</div>
    </div>
  );
}
