import Link from "next/link";
import type { ReactNode } from "react";

interface FigureProps {
  name: string;
  about: string;
  href?: string;
  /** Whether the figure needs attention. */
  isBad?: boolean;
  children: ReactNode;
}

/** Number with its name. */
export function Figure({ name, about, href, isBad = false, children }: FigureProps) {
  const tone = isBad ? "text-red-700 dark:text-red-400" : "";
  return (
    <div className="flex min-w-0 flex-col rounded-2xl border border-neutral-200 bg-white p-4 dark:border-neutral-800 dark:bg-neutral-900">
      <dt className="text-sm text-neutral-700 dark:text-neutral-300">
        {href ? (
          <Link href={href} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd className={`mt-1 text-2xl font-semibold tabular-nums ${tone}`}>{children}</dd>
      <dd className="mt-1 text-xs text-neutral-600 dark:text-neutral-400">{about}</dd>
    </div>
  );
}
