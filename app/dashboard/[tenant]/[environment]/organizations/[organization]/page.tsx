import type { Metadata } from "next";
import { Facts, Mono, Quiet, Section } from "@/app/dashboard/_nouns/layout-parts";
import { When } from "@/app/dashboard/_parts/parts";
import { inTenant } from "@/lib/db";
import { searchOverrides } from "@/lib/entitlements/override-search-store";
import type { Organization } from "@/lib/organizations/organization";
import { listPresence } from "@/lib/organizations/organization-search-store";
import { findOrganizationType } from "@/lib/organizations/organization-type-store";
import { findPackage } from "@/lib/packages/package-store";
import { Environments } from "./environments";
import { Exceptions } from "./exceptions";
import { type OrganizationPlace, organizationIn } from "./organization-in";

export const metadata: Metadata = { title: "Organization" };

/** One organization: what is known of it, its exceptions, and where it is. */
export default async function OrganizationPage({ params }: { params: Promise<OrganizationPlace> }) {
  const { organization, place, caller, mayChange } = await organizationIn(params);
  const { id, organizationType, packageId } = organization;
  const found = await inTenant(caller, async (transaction) => ({
    type:
      organizationType &&
      (await findOrganizationType(transaction, caller.environmentId, organizationType)),
    assigned: packageId && (await findPackage(transaction, packageId)),
    overrides: await searchOverrides(transaction, { query: "", after: null }, id),
    presence: await listPresence(transaction, id),
  }));
  const shared = { place, organization, mayChange };
  return (
    <>
      <Section title="Overview">
        <Overview
          organization={organization}
          type={found.type ? found.type.name : null}
          assigned={found.assigned ? found.assigned.name : null}
        />
      </Section>
      <Exceptions {...shared} overrides={found.overrides} />
      <Environments {...shared} presence={found.presence} />
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
        ["Id", <Mono key="id">{id}</Mono>],
        ["External id", externalId ? <Mono key="external">{externalId}</Mono> : none],
        ["Type", type ?? none],
        ["Package", assigned ?? <Quiet key="package">none assigned</Quiet>],
        ["Created", <When key="at" at={createdAt} />],
      ]}
    />
  );
}
