import type { Metadata } from "next";
import { Empty } from "@/app/dashboard/_parts/empty";
import { inTransaction } from "@/lib/db/transaction";
import { listOrganizationTypes } from "@/lib/organization-types/organization-type-store";
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
  const [types, packages] = await inTransaction(caller, (db) =>
    Promise.all([listOrganizationTypes(db), listPackages(db)]),
  );
  return <OrganizationForms {...{ place, organization, types, packages }} />;
}
