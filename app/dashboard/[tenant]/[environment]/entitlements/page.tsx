import type { Metadata } from "next";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { ListPages } from "@/app/dashboard/_nouns/list-pages";
import { browseOf, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Empty } from "@/app/dashboard/_parts/empty";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { administratorIn } from "@/app/dashboard/administrator";
import { placeIn } from "@/lib/db/keyset-page";
import { inTransaction } from "@/lib/db/transaction";
import type { EntitlementPolicy } from "@/lib/entitlements/entitlement-policy";
import { readEntitlementSettings } from "@/lib/entitlements/entitlement-policy-store";
import { searchOverrides } from "@/lib/entitlements/override-search-store";
import { listPackages } from "@/lib/packages/package-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { modeNames } from "./mode-names";
import { OverrideForm } from "./override-form";
import { OverrideTable } from "./override-table";
import { PolicyForm } from "./policy-form";

export const metadata: Metadata = { title: "Entitlement policy" };

/** How the environment holds packages and entitlements, and each organization's exceptions. */
export default async function EntitlementsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const [policy, packages, page] = await inTransaction(caller, (db) =>
    Promise.all([readEntitlementSettings(db), listPackages(db), searchOverrides(db, browse)]),
  );
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "entitlements");
  const any = page.rows.length > 0 || browse.query !== "" || placeIn(browse) !== null;
  return (
    <>
      <PageHead
        title="Entitlement policy"
        about="How strictly apps' needs for packages and entitlements are held, for everybody in this environment."
      />
      <Section title="In force">
        {mayChange ? (
          <PolicyForm place={place} policy={policy} packages={packages} />
        ) : (
          <InForce policy={policy} packages={packages} />
        )}
      </Section>
      {mayChange && (
        <Section
          title="Add an exception"
          about="Grants one organization an entitlement beside its package, or denies it one in spite of it."
        >
          <OverrideForm place={place} />
        </Section>
      )}
      <h2 className="mb-3 text-lg font-semibold tracking-tight">Exceptions</h2>
      {any && (
        <SearchForm
          label="Search exceptions"
          query={browse.query}
          placeholder="Organization or entitlement"
        />
      )}
      {page.rows.length > 0 && (
        <OverrideTable place={place} overrides={page.rows} mayChange={mayChange} />
      )}
      {page.rows.length === 0 && (
        <Empty title={any ? "Nothing matches" : "No exceptions"}>
          {any ? (
            <TextLink href={path}>Show all</TextLink>
          ) : (
            "Every organization has what its package gives it."
          )}
        </Empty>
      )}
      <ListPages path={path} browse={browse} page={page} />
    </>
  );
}

function InForce({
  policy,
  packages,
}: {
  policy: Omit<EntitlementPolicy, "overrides">;
  packages: { id: string; name: string }[];
}) {
  const usual = packages.find(({ id }) => id === policy.defaultPackageId);
  return (
    <Facts
      rows={[
        ["Mode", modeNames[policy.mode]],
        ["Default package", usual?.name ?? "None"],
      ]}
    />
  );
}
