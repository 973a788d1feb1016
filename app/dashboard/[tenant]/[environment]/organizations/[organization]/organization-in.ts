import { notFound } from "next/navigation";
import { cache } from "react";
import { idIn } from "@/app/dashboard/_nouns/place-path";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { findOrganization } from "@/lib/core/organizations/organization-store";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Path parameters of an organization's pages. */
export type OrganizationPlace = Place & { organization: string };

/** Returns the organization that a page is about, for an administrator of the environment. Layout and page
 *  both call it. */
export async function organizationIn(params: Promise<OrganizationPlace>) {
  const { organization: segment, ...place } = await params;
  const { caller, tenant, environment } = await administratorIn(place);
  const { tenantId, environmentId } = caller;
  const organization = await readOrganization(tenantId, environmentId, idIn(segment));
  if (!organization) notFound();
  return { organization, place, caller, environment, mayChange: mayActAs(tenant.role, "admin") };
}

/** Runs once for each request, for the layout and the page. */
const readOrganization = cache((tenantId: string, environmentId: string, id: string) =>
  inTransaction({ tenantId, environmentId }, (db) => findOrganization(db, id)),
);
