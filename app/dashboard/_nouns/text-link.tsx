import Link from "next/link";
import type { ReactNode } from "react";

/** Link in running text or a table. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      // A name in letters of the other direction, or with digits before them, retains its own order.
      dir="auto"
      className="font-medium underline decoration-neutral-400 underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  );
}
