import type { ReactNode } from "react";

/** Identifier in monospaced type: an id, a key. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="font-mono text-[0.85em] wrap-anywhere">
      {children}
    </bdi>
  );
}
