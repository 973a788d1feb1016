"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { sections } from "@/app/dashboard/_parts/sections";

/** The pages of an environment; the one that is shown is marked. */
export function SectionLinks({ base }: { base: string }) {
  const path = usePathname();
  return (
    <ul className="space-y-6 lg:space-y-3.5">
      <SectionLink href={base} name="Overview" path={path} exact />
      {sections
        .filter(({ items }) => items.length > 0)
        .map(({ group, items }) => (
          <li key={group}>
            <p className="px-3 text-xs font-semibold tracking-wide text-neutral-600 uppercase dark:text-neutral-400">
              {group}
            </p>
            <ul className="mt-1">
              {items.map((item) => (
                <SectionLink
                  key={item.path}
                  href={`${base}/${item.path}`}
                  name={item.name}
                  path={path}
                />
              ))}
            </ul>
          </li>
        ))}
    </ul>
  );
}

interface LinkProps {
  href: string;
  name: string;
  path: string;
  /** What is below it is no part of it. */
  exact?: boolean;
}

function SectionLink({ href, name, path, exact = false }: LinkProps) {
  const within = !exact && path.startsWith(`${href}/`);
  const current = path === href ? "page" : within || undefined;
  return (
    <li>
      <Link
        href={href}
        aria-current={current}
        className="flex min-h-11 items-center rounded-lg px-3 text-sm text-neutral-700 hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 aria-[current]:bg-neutral-200/70 aria-[current]:font-semibold aria-[current]:text-neutral-950 lg:min-h-7 dark:text-neutral-300 dark:hover:bg-neutral-800 dark:aria-[current]:bg-neutral-800 dark:aria-[current]:text-white"
      >
        {name}
      </Link>
    </li>
  );
}
