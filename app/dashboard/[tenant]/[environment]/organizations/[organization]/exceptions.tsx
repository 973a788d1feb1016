import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_parts/blocks";
import { Quiet, TextLink } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { FoundOverride } from "@/lib/core/entitlements/override-search-store";
import type { Organization } from "@/lib/core/organizations/organization";
import type { Page } from "@/lib/kernel/db/keyset-page";
import { OverrideForm } from "../../entitlements/override-form";
import { OverrideTable } from "../../entitlements/override-table";

/** An organization's exceptions to its package. */
export async function Exceptions({
  place,
  organization,
  overrides,
  mayChange,
}: {
  place: Place;
  organization: Organization;
  overrides: Page<FoundOverride>;
  mayChange: boolean;
}) {
  const { t } = await wordsOf("organizations");
  const all = withValues(placePath(place, "entitlements"), { q: organization.name });
  return (
    <Section title={t("exceptions.title")} about={t("exceptions.about")}>
      {overrides.rows.length > 0 ? (
        <OverrideTable place={place} overrides={overrides.rows} mayChange={mayChange} />
      ) : (
        <p>
          <Quiet>{t("exceptions.none")}</Quiet>
        </p>
      )}
      {overrides.next && (
        <p className="mt-3">
          <TextLink href={all}>{t("exceptions.all")}</TextLink>
        </p>
      )}
      {mayChange && (
        <div className="mt-6">
          <OverrideForm place={place} organization={organization.id} />
        </div>
      )}
    </Section>
  );
}
