"use client";

import { ChevronsUpDown } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId } from "react";
import { EnvironmentDot } from "@/app/dashboard/_parts/environment-colours";
import { listOf, pathBelow } from "@/app/dashboard/_parts/menu";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";
import type { AdministeredEnvironment } from "@/lib/core/administrators/administrator";

/** Tenant to switch to, and its environments. */
export interface SwitchTenant {
  publicId: string;
  name: string;
  environments: AdministeredEnvironment[];
}

interface Props {
  tenant: SwitchTenant;
  environment: AdministeredEnvironment;
  /** Other tenants of the administrator, only some of them when there are many. */
  others: readonly SwitchTenant[];
}

/** Shows the current tenant and environment, and links to the same list in others. The browser opens and
 *  closes the choice by itself (`popover`), so that it needs no script. */
export function Switcher({ tenant, environment, others }: Props) {
  const id = useId();
  const path = usePathname();
  const texts = useFrameWords();
  const list = listOf(pathBelow(path));
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-lg px-2.5 text-start text-sm font-semibold hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 dark:hover:bg-neutral-800"
      >
        <EnvironmentDot kind={environment.kind} />
        <span className="sr-only">{texts.switch} </span>
        <span className="min-w-0 sm:flex sm:gap-1.5">
          <span className="block truncate">{tenant.name}</span>
          <span className="block truncate font-normal max-sm:text-xs">{environment.name}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-neutral-500" />
      </button>
      {/* Another key on another page closes the choice after it was made. */}
      <nav
        key={path}
        id={id}
        popover="auto"
        aria-label={texts.places}
        className="fixed inset-auto start-3 top-16 m-0 max-h-[calc(100dvh-5rem)] w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-2xl border border-neutral-300 bg-white p-3 text-neutral-900 shadow-xl dark:border-neutral-700 dark:bg-neutral-900 dark:text-neutral-100"
      >
        {[tenant, ...others].map((one) => (
          <TenantPlaces key={one.publicId} tenant={one} current={environment.id} list={list} />
        ))}
        <Link href="/dashboard" className={`${choice} mt-1 font-medium`}>
          {texts.allTenants}
        </Link>
      </nav>
    </>
  );
}

const choice =
  "flex min-h-11 items-center gap-2.5 rounded-lg px-3 text-sm hover:bg-neutral-100 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-blue-600 aria-[current]:font-semibold dark:hover:bg-neutral-800";

interface PlacesProps {
  tenant: SwitchTenant;
  current: string;
  list: string;
}

function TenantPlaces({ tenant, current, list }: PlacesProps) {
  const texts = useFrameWords();
  return (
    <div className="mb-2 border-b border-neutral-200 pb-2 dark:border-neutral-800">
      <p className="px-3 py-1 text-xs font-semibold wrap-anywhere text-neutral-600 dark:text-neutral-400">
        <bdi>{tenant.name}</bdi>
      </p>
      <ul aria-label={tenant.name}>
        {tenant.environments.map((one) => (
          <li key={one.id}>
            <Link
              href={["/dashboard", tenant.publicId, one.key, list].filter(Boolean).join("/")}
              aria-current={one.id === current ? "true" : undefined}
              className={choice}
            >
              <EnvironmentDot kind={one.kind} />
              <bdi>{one.name}</bdi>
              {one.id === current && <span className="ms-auto font-normal">{texts.now}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
