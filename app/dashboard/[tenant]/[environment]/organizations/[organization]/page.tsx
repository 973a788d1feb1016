import type { Metadata } from "next";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { Id } from "@/app/dashboard/_parts/id";
import { When } from "@/app/dashboard/_parts/when";
import { inTransaction } from "@/lib/db/transaction";
import { searchOverrides } from "@/lib/entitlements/override-search-store";
import { findOrganizationType } from "@/lib/organization-types/organization-type-store";
import type { Organization } from "@/lib/organizations/organization";
import { listPresence } from "@/lib/organizations/organization-search-store";
import { findPackage } from "@/lib/packages/package-store";
import { Environments } from "./environments";
import { Exceptions } from "./exceptions";
import { type OrganizationPlace, organizationIn } from "./organization-in";

export const metadata: Metadata = { title: "Organization" };

/** One organization: what is known of it, its exceptions, and where it is. */
export default async function OrganizationPage({ params }: { params: Promise<OrganizationPlace> }) {
  const { organization, place, caller, mayChange } = await organizationIn(params);
  const { id, organizationType, packageId } = organization;
  const [type, assigned, overrides, presence] = await inTransaction(caller, (db) =>
    Promise.all([
      organizationType && findOrganizationType(db, caller.environmentId, organizationType),
      packageId && findPackage(db, packageId),
      searchOverrides(db, { query: "", after: null }, id),
      listPresence(db, id),
    ]),
  );
  const shared = { place, organization, mayChange };
  return (
    <>
      <Section title="Overview">
        <Overview
          organization={organization}
          type={type ? type.name : null}
          assigned={assigned ? assigned.name : null}
        />
      </Section>
      <Exceptions {...shared} overrides={overrides} />
      <Environments {...shared} presence={presence} />
    </>
  );
}

function Overview({
  organization,
  type,
  assigned,
}: {
  organization: Organization;
  type: string | null;
  assigned: string | null;
}) {
  const { slug, id, externalId, createdAt } = organization;
  const none = <Quiet>none</Quiet>;
  return (
    <Facts
      rows={[
        ["Slug", <Mono key="slug">{slug}</Mono>],
        ["Id", <Id key="id">{id}</Id>],
        ["External id", externalId ? <Mono key="external">{externalId}</Mono> : none],
        ["Type", type ?? none],
        ["Package", assigned ?? <Quiet key="package">none assigned</Quiet>],
        ["Created", <When key="at" at={createdAt} />],
      ]}
    />
  );
}
