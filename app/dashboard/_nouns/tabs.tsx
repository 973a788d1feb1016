"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

interface Props {
  /** Label for screen readers: "About this user". */
  label: string;
  /** Common address, to which the pages' endings are added. */
  base: string;
  /** Ending of each page's address, and its name. */
  pages: readonly (readonly [end: string, name: string])[];
}

/** Tabs between the pages about one thing. */
export function Tabs({ label, base, pages }: Props) {
  const path = usePathname();
  return (
    <nav aria-label={label} className="mb-8 overflow-x-auto">
      <ul className="flex gap-1 border-b border-neutral-200 dark:border-neutral-800">
        {pages.map(([end, name]) => (
          <li key={end}>
            <Link
              href={`${base}${end}`}
              aria-current={path === `${base}${end}` ? "page" : undefined}
              className="-mb-px flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-neutral-700 hover:text-neutral-950 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-blue-600 aria-[current]:border-neutral-900 aria-[current]:font-semibold aria-[current]:text-neutral-950 dark:text-neutral-300 dark:hover:text-white dark:aria-[current]:border-neutral-100 dark:aria-[current]:text-white"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
