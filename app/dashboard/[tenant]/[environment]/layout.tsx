import { Menu } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { EnvironmentDot, environmentBars } from "@/app/dashboard/_parts/environment-colours";
import { Mark } from "@/app/dashboard/_parts/mark";
import { Notice } from "@/app/dashboard/_parts/notice";
import { SectionLinks } from "@/app/dashboard/_parts/section-links";
import { SignOut } from "@/app/dashboard/_parts/sign-out";
import { administratorIn, type Place } from "@/app/dashboard/administrator";

/** The frame of an environment: its colour and name are always in view. */
export default async function EnvironmentLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<Place>;
}) {
  const place = await params;
  const { tenant, environment, administrator } = await administratorIn(place);
  const base = `/dashboard/${place.tenant}/${place.environment}`;
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-lg focus:bg-white focus:p-3 dark:focus:bg-neutral-900"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-10 border-b border-neutral-200 bg-white dark:border-neutral-800 dark:bg-neutral-900">
        <div aria-hidden className={`h-1 ${environmentBars[environment.kind]}`} />
        <div className="mx-auto flex max-w-6xl items-center justify-between gap-3 px-5 py-2">
          <p className="flex min-w-0 items-center gap-2 text-sm">
            <Link
              href="/dashboard"
              className="inline-flex min-h-11 shrink-0 items-center gap-2.5 underline-offset-4 hover:underline"
            >
              <Mark className="size-6 max-sm:hidden" />
              Tenants
            </Link>
            <Slash />
            <span className="truncate font-semibold">{tenant.tenantName}</span>
            <Slash />
            <span className="inline-flex items-center gap-2 font-semibold whitespace-nowrap">
              <EnvironmentDot kind={environment.kind} />
              {environment.name}
            </span>
          </p>
          <div className="flex items-center gap-4">
            <span className="hidden max-w-56 truncate text-sm text-neutral-600 md:inline dark:text-neutral-400">
              {administrator.email}
            </span>
            <SignOut />
          </div>
        </div>
      </header>
      <div className="mx-auto max-w-6xl px-5 pb-16 lg:grid lg:grid-cols-[12rem_1fr] lg:gap-10">
        <Sections base={base} />
        <main id="content" className="min-w-0 py-8 lg:py-10">
          {tenant.tenantStatus === "disabled" && (
            <Notice tone="red">
              This tenant is disabled: nobody signs in, and its credentials are refused. Only the
              operator can enable it; until then nothing can be changed here.
            </Notice>
          )}
          {children}
        </main>
      </div>
    </>
  );
}

/** Beside the content where there is room; folded away above it on a phone. */
function Sections({ base }: { base: string }) {
  return (
    <>
      <nav aria-label="Sections" className="hidden py-10 lg:block">
        <div className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto">
          <SectionLinks base={base} />
        </div>
      </nav>
      <details className="mt-4 rounded-xl border border-neutral-200 bg-white lg:hidden dark:border-neutral-800 dark:bg-neutral-900">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 font-medium">
          <Menu aria-hidden className="size-5" />
          Menu
        </summary>
        <nav aria-label="Sections" className="px-2 pb-4">
          <SectionLinks base={base} />
        </nav>
      </details>
    </>
  );
}

function Slash() {
  return (
    <span aria-hidden className="text-neutral-400">
      /
    </span>
  );
}
