import type { ReactNode } from "react";

/** Secondary text. */
export function Quiet({ children }: { children: ReactNode }) {
  return <span className="text-neutral-600 dark:text-neutral-400">{children}</span>;
}
