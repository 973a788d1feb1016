import type { Browse } from "@/lib/browse";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { searchOverrides } from "@/lib/entitlements/override-search-store";
import { searchMembers } from "@/lib/organizations/member-search-store";
import { listPresence } from "@/lib/organizations/organization-search-store";
import { findOrganization } from "@/lib/organizations/organization-store";
import { listOrganizationTypes } from "@/lib/organizations/organization-type-store";
import { listPackages } from "@/lib/packages/package-store";
import { listRoles } from "@/lib/roles/role-store";

/** Everything that an organization's page shows, or null where there is no such organization. */
export function readOrganization(caller: Caller, id: string, browse: Browse) {
  return inTenant(caller, async (transaction) => {
    const organization = await findOrganization(transaction, id);
    if (!organization) return null;
    return {
      organization,
      members: await searchMembers(transaction, id, browse),
      roles: await listRoles(transaction),
      types: await listOrganizationTypes(transaction),
      packages: await listPackages(transaction),
      overrides: await searchOverrides(transaction, { query: "", after: null }, id),
      presence: await listPresence(transaction, id),
    };
  });
}

export type OrganizationView = NonNullable<Awaited<ReturnType<typeof readOrganization>>>;
