"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { Catalog } from "@/app/dashboard/_words/catalogs";

const pages = [
  { path: "/dashboard/operator", key: "tenants" },
  { path: "/dashboard/operator/overview", key: "overview" },
  { path: "/dashboard/operator/defaults", key: "defaults" },
  { path: "/dashboard/operator/limits", key: "limits" },
  { path: "/dashboard/operator/mail", key: "mail" },
  { path: "/dashboard/operator/deliveries", key: "deliveries" },
  { path: "/dashboard/operator/queues", key: "queues" },
] as const;

/** Menu of the operator's pages; the current one is marked. */
export function OperatorLinks({ texts }: { texts: Catalog["operator"]["frame"] }) {
  const path = usePathname();
  const tenants = path === "/dashboard/operator" || path.startsWith("/dashboard/operator/tenants");
  return (
    <nav aria-label={texts.operator} className="mx-auto max-w-6xl overflow-x-auto px-5">
      <ul className="flex gap-1">
        {pages.map(({ path: href, key }) => {
          const current = href === "/dashboard/operator" ? tenants : path.startsWith(href);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? "page" : undefined}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm whitespace-nowrap hover:border-neutral-300 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-blue-600 aria-[current]:border-violet-600 aria-[current]:font-semibold dark:hover:border-neutral-600 dark:aria-[current]:border-violet-400"
              >
                {texts.pages[key]}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
