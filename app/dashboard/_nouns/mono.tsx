import type { ReactNode } from "react";

/** A text that code knows: an id, a key. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="font-mono text-[0.85em] wrap-anywhere">
      {children}
    </bdi>
  );
}
