import { ListPages, Total } from "@/app/dashboard/_nouns/list-pages";
import { browseOf, placePath } from "@/app/dashboard/_nouns/place-path";
import { Empty, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { TextLink } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { EntitlementPolicy } from "@/lib/core/entitlements/entitlement-policy";
import { readEntitlementSettings } from "@/lib/core/entitlements/entitlement-policy-store";
import { searchOverrides } from "@/lib/core/entitlements/override-search-store";
import { listPackages } from "@/lib/core/packages/package-store";
import { placeIn } from "@/lib/kernel/db/keyset-page";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { OverrideForm } from "./override-form";
import { OverrideTable } from "./override-table";
import { PolicyForm } from "./policy-form";

export const generateMetadata = titled("access", "policy.title");

/** Mode of packages and entitlements in the environment, and each organization's exceptions. */
export default viewerPage("access", async ({ caller, t, mayChange, search, place }) => {
  const browse = browseOf(search);
  const [policy, packages, page] = await inTransaction(caller, (db) =>
    Promise.all([readEntitlementSettings(db), listPackages(db), searchOverrides(db, browse)]),
  );
  const path = placePath(place, "entitlements");
  const any = page.rows.length > 0 || browse.query !== "" || placeIn(browse) !== null;
  return (
    <>
      <PageHead title={t("policy.title")} about={t("policy.about")} />
      <Section title={t("policy.current")}>
        {mayChange ? (
          <PolicyForm t={t} place={place} policy={policy} packages={packages} />
        ) : (
          <InForce t={t} policy={policy} packages={packages} />
        )}
      </Section>
      {mayChange && (
        <Section title={t("exceptions.add")} about={t("exceptions.addAbout")}>
          <OverrideForm place={place} />
        </Section>
      )}
      <h2 className="mb-3 text-lg font-semibold tracking-tight">{t("exceptions.title")}</h2>
      {any && (
        <SearchForm
          label={t("exceptions.search")}
          query={browse.query}
          placeholder={t("exceptions.searchHint")}
        />
      )}
      {page.rows.length > 0 && (
        <>
          <Total total={page.total} />
          <OverrideTable place={place} overrides={page.rows} mayChange={mayChange} />
        </>
      )}
      {page.rows.length === 0 && (
        <Empty title={any ? t("exceptions.noMatch") : t("exceptions.emptyTitle")}>
          {any ? <TextLink href={path}>{t("exceptions.showAll")}</TextLink> : t("exceptions.empty")}
        </Empty>
      )}
      <ListPages path={path} browse={browse} page={page} />
    </>
  );
});

function InForce({
  t,
  policy,
  packages,
}: {
  t: Translator<"access">;
  policy: Omit<EntitlementPolicy, "overrides">;
  packages: { id: string; name: string }[];
}) {
  const usual = packages.find(({ id }) => id === policy.defaultPackageId);
  return (
    <Facts
      rows={[
        [t("policy.mode"), t(`policy.modes.${policy.mode}`)],
        [t("policy.default"), usual?.name ?? t("policy.noDefault")],
      ]}
    />
  );
}
