"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

const pages = [
  { path: "/dashboard/operator", name: "Tenants" },
  { path: "/dashboard/operator/overview", name: "Overview" },
  { path: "/dashboard/operator/defaults", name: "Security defaults" },
  { path: "/dashboard/operator/limits", name: "Limits" },
  { path: "/dashboard/operator/deliveries", name: "Deliveries" },
  { path: "/dashboard/operator/queues", name: "Queues" },
];

/** The pages of the operator; the one that is shown is marked. */
export function OperatorLinks() {
  const path = usePathname();
  const tenants = path === "/dashboard/operator" || path.startsWith("/dashboard/operator/tenants");
  return (
    <nav aria-label="Operator" className="mx-auto max-w-6xl overflow-x-auto px-5">
      <ul className="flex gap-1">
        {pages.map(({ path: href, name }) => {
          const current = href === "/dashboard/operator" ? tenants : path.startsWith(href);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? "page" : undefined}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm whitespace-nowrap hover:border-neutral-300 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-blue-600 aria-[current]:border-violet-600 aria-[current]:font-semibold dark:hover:border-neutral-600 dark:aria-[current]:border-violet-400"
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
