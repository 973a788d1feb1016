import { Menu, UserRound } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Notice } from "@/app/dashboard/_parts/blocks";
import { ConfirmationSpot } from "@/app/dashboard/_parts/confirmation";
import { environmentBars } from "@/app/dashboard/_parts/environment-colours";
import { Mark } from "@/app/dashboard/_parts/mark";
import { SearchBox } from "@/app/dashboard/_parts/search-box";
import { SectionLinks } from "@/app/dashboard/_parts/section-links";
import { SectionTabs } from "@/app/dashboard/_parts/section-tabs";
import { SignOut } from "@/app/dashboard/_parts/sign-out";
import { Switcher } from "@/app/dashboard/_parts/switcher";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import type { AdministeredTenant } from "@/lib/core/administrators/administrator";

/** Frame of an environment's pages: its colour and name are always in view. */
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
  const { t, texts } = await wordsOf("frame");
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-lg focus:bg-white focus:p-3 dark:focus:bg-neutral-900"
      >
        {t("layout.skip")}
      </a>
      <header className="sticky top-0 z-10 border-b border-neutral-200 bg-white dark:border-neutral-800 dark:bg-neutral-900">
        <div aria-hidden className={`h-1 ${environmentBars[environment.kind]}`} />
        <div className="mx-auto flex max-w-6xl items-center justify-between gap-2 px-5 py-2 sm:gap-4">
          <div className="flex min-w-0 items-center gap-1">
            <Link
              href="/dashboard"
              aria-label={t("layout.tenants")}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 max-sm:hidden dark:hover:bg-neutral-800"
            >
              <Mark className="size-6" />
            </Link>
            <Switcher
              tenant={switchTenantOf(tenant)}
              environment={environment}
              others={otherTenants(administrator.tenants, tenant)}
            />
          </div>
          <div className="flex min-w-0 items-center justify-end gap-1 md:grow md:gap-3">
            <SearchBox base={base} />
            <Link
              href="/dashboard/profile"
              className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center rounded-lg px-2 text-sm text-neutral-600 hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 max-sm:hidden dark:text-neutral-400 dark:hover:bg-neutral-800"
            >
              <UserRound aria-hidden className="size-5 xl:hidden" />
              <span className="sr-only">{t("layout.profile")} </span>
              <span dir="ltr" className="max-w-56 truncate max-xl:sr-only">
                {administrator.email}
              </span>
            </Link>
            <SignOut />
          </div>
        </div>
      </header>
      <div className="mx-auto max-w-6xl px-5 pb-16 lg:grid lg:grid-cols-[12rem_1fr] lg:gap-10">
        <Sections base={base} texts={texts} />
        <main id="content" className="min-w-0 py-8 lg:py-10">
          <ConfirmationSpot />
          {tenant.tenantStatus === "disabled" && <Notice tone="red">{t("layout.disabled")}</Notice>}
          <SectionTabs base={base} names={texts.menu} />
          {children}
        </main>
      </div>
    </>
  );
}

/** Menu, beside the content where there is room; folded away above it on a phone. */
function Sections({ base, texts }: { base: string; texts: Catalog["frame"] }) {
  const { sections, menu } = texts.layout;
  return (
    <>
      <nav aria-label={sections} className="hidden py-10 lg:block">
        {/* Letters of double size make it taller than the window: it scrolls by itself. */}
        <div className="sticky top-24 -mx-1 max-h-[calc(100dvh-6rem)] overflow-y-auto p-1">
          <SectionLinks base={base} names={texts.menu} />
        </div>
      </nav>
      <details className="mt-4 rounded-xl border border-neutral-200 bg-white lg:hidden dark:border-neutral-800 dark:bg-neutral-900">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 font-medium">
          <Menu aria-hidden className="size-5" />
          {menu}
        </summary>
        <nav aria-label={sections} className="px-2 pb-4">
          <SectionLinks base={base} names={texts.menu} />
        </nav>
      </details>
    </>
  );
}

/** Number of other tenants in the switcher; the page of all tenants has the rest. */
const NAMED_TENANTS = 12;

function otherTenants(tenants: readonly AdministeredTenant[], current: AdministeredTenant) {
  return tenants
    .filter(({ tenantId }) => tenantId !== current.tenantId)
    .slice(0, NAMED_TENANTS)
    .map(switchTenantOf);
}

function switchTenantOf({ tenantPublicId, tenantName, environments }: AdministeredTenant) {
  return { publicId: tenantPublicId, name: tenantName, environments };
}
