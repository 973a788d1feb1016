import { Facts, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { Mono, Quiet, When } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { searchOverrides } from "@/lib/core/entitlements/override-search-store";
import {
  findOrganizationType,
  listTypesOfTenant,
} from "@/lib/core/organization-types/organization-type-store";
import type { Organization } from "@/lib/core/organizations/organization";
import { listPresence } from "@/lib/core/organizations/organization-search-store";
import { findPackage } from "@/lib/core/packages/package-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { Environments } from "./environments";
import { Exceptions } from "./exceptions";
import { type OrganizationPlace, organizationIn } from "./organization-in";

export const generateMetadata = titled("organizations", "one.title");

/** Page of one organization: its facts, its exceptions, and its environments. */
export default async function OrganizationPage({ params }: { params: Promise<OrganizationPlace> }) {
  const { t } = await wordsOf("organizations");
  const { organization, place, caller, mayChange } = await organizationIn(params);
  const { id, organizationType, packageId } = organization;
  const [type, assigned, overrides, presence, types] = await inTransaction(caller, (db) =>
    Promise.all([
      organizationType && findOrganizationType(db, caller.environmentId, organizationType),
      packageId && findPackage(db, packageId),
      searchOverrides(db, { query: "", after: null }, id),
      listPresence(db, id),
      listTypesOfTenant(db),
    ]),
  );
  const shared = { place, organization, mayChange };
  return (
    <>
      <Section title={t("one.overview")}>
        <Overview
          t={t}
          organization={organization}
          type={type ? type.name : null}
          assigned={assigned ? assigned.name : null}
        />
      </Section>
      <Exceptions {...shared} overrides={overrides} />
      <Environments {...shared} presence={presence} types={types} />
    </>
  );
}

function Overview({
  t,
  organization,
  type,
  assigned,
}: {
  t: Translator<"organizations">;
  organization: Organization;
  type: string | null;
  assigned: string | null;
}) {
  const { slug, id, externalId, createdAt } = organization;
  return (
    <Facts
      rows={[
        [t("one.slug"), <Mono key="slug">{slug}</Mono>],
        [t("one.id"), <Id key="id">{id}</Id>],
        [
          t("one.externalId"),
          externalId ? (
            <Mono key="external">{externalId}</Mono>
          ) : (
            <Quiet key="external">{t("one.noExternalId")}</Quiet>
          ),
        ],
        [t("one.type"), type ?? <Quiet key="type">{t("one.noType")}</Quiet>],
        [t("one.package"), assigned ?? <Quiet key="package">{t("one.noPackage")}</Quiet>],
        [t("one.created"), <When key="at" at={createdAt} />],
      ]}
    />
  );
}
