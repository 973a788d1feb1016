import type { AdministratorRole } from "@/lib/administrators/administrator";
import { listAdministratorEntries } from "@/lib/administrators/administrator-store";
import { inPlatform } from "@/lib/administrators/in-platform";
import { listPeople } from "@/lib/administrators/person-store";
import { readPlatform } from "@/lib/administrators/platform-store";
import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";

/** Somebody who administers a tenant, as its members page shows them. */
export interface TenantAdministrator {
  userId: string;
  role: AdministratorRole;
  since: Date;
  email: string;
  displayName: string | null;
  /** Invited: has no password yet. Suspended: can't sign in. */
  status: "active" | "invited" | "suspended";
  lastSignInAt: Date | null;
}

/** Everybody who administers the tenant, in the order in which they were added. */
export async function readAdministrators(scope: TenantScope): Promise<TenantAdministrator[]> {
  const entries = await inTenant(scope, listAdministratorEntries);
  if (entries.length === 0 || !(await readPlatform())) return [];
  const ids = entries.map(({ userId }) => userId);
  const people = new Map(
    (await inPlatform((transaction) => listPeople(transaction, ids))).map((one) => [one.id, one]),
  );
  return entries.flatMap(({ userId, role, createdAt: since }) => {
    const person = people.get(userId);
    if (!person) return [];
    const { email, displayName, lastSignInAt, hasPassword, suspended } = person;
    const status = suspended ? "suspended" : hasPassword ? "active" : "invited";
    return [{ userId, role, since, email, displayName, lastSignInAt, status }];
  });
}
