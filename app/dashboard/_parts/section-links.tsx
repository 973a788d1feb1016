"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { entryOf, type MenuNames, menu, pathBelow } from "@/app/dashboard/_parts/menu";

/** Menu of an environment; the current entry is marked. */
export function SectionLinks({ base, names }: { base: string; names: MenuNames }) {
  const path = pathBelow(usePathname());
  const shown = entryOf(path);
  return (
    <ul className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-1 lg:gap-y-0.5">
      {menu.map((entry) => {
        const [first] = entry.pages;
        const exact = path === first.path ? "page" : true;
        return (
          <li key={entry.key}>
            <Link
              href={first.path ? `${base}/${first.path}` : base}
              aria-current={entry === shown ? exact : undefined}
              className="flex min-h-11 items-center rounded-lg px-3 text-sm text-neutral-700 hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 aria-[current]:bg-neutral-200/70 aria-[current]:font-semibold aria-[current]:text-neutral-950 lg:min-h-10 dark:text-neutral-300 dark:hover:bg-neutral-800 dark:aria-[current]:bg-neutral-800 dark:aria-[current]:text-white forced-colors:aria-[current]:underline"
            >
              {names[entry.key]}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
