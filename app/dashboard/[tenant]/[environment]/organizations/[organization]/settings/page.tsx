import type { Metadata } from "next";
import { Empty } from "@/app/dashboard/_parts/parts";
import { inTenant } from "@/lib/db";
import { listOrganizationTypes } from "@/lib/organizations/organization-type-store";
import { listPackages } from "@/lib/packages/package-store";
import { type OrganizationPlace, organizationIn } from "../organization-in";
import { OrganizationForms } from "./organization-forms";

export const metadata: Metadata = { title: "Organization settings" };

/** What an administrator may change about an organization. */
export default async function SettingsPage({ params }: { params: Promise<OrganizationPlace> }) {
  const { organization, place, caller, mayChange } = await organizationIn(params);
  if (!mayChange)
    return (
      <Empty title="Only administrators change an organization">
        You see everything about it, as a viewer.
      </Empty>
    );
  const offered = await inTenant(caller, async (transaction) => ({
    types: await listOrganizationTypes(transaction),
    packages: await listPackages(transaction),
  }));
  return <OrganizationForms place={place} organization={organization} {...offered} />;
}
