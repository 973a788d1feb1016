import type { AdministratorRole } from "@/lib/administrators/administrator";
import {
  type AdministratorEntry,
  listAdministratorEntries,
} from "@/lib/administrators/administrator-store";
import { inPlatform } from "@/lib/administrators/in-platform";
import { listPeople, type Person } from "@/lib/administrators/person-store";
import { readPlatform } from "@/lib/administrators/platform-store";
import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";

/** Somebody who administers a tenant, as its members page shows them. */
export interface TenantAdministrator {
  /** The entry's own id, which is all that a page sends along. */
  id: string;
  userId: string;
  role: AdministratorRole;
  since: Date;
  email: string;
  displayName: string | null;
  /** Invited: has not accepted, and is shown as the tenant typed them. Suspended: can't sign in. */
  status: "active" | "invited" | "suspended";
  lastSignInAt: Date | null;
}

/** Everybody who administers the tenant or is invited to, in the order in which they were added. */
export async function readAdministrators(scope: TenantScope): Promise<TenantAdministrator[]> {
  const entries = await inTenant(scope, listAdministratorEntries);
  if (entries.length === 0 || !(await readPlatform())) return [];
  const ids = entries.filter(({ acceptedAt }) => acceptedAt).map(({ userId }) => userId);
  const people = new Map(
    (await inPlatform((transaction) => listPeople(transaction, ids))).map((one) => [one.id, one]),
  );
  return entries.flatMap((entry) => {
    if (entry.acceptedAt === null) return [asTyped(entry)];
    const person = people.get(entry.userId);
    return person ? [asKnown(entry, person)] : [];
  });
}

function asTyped(entry: AdministratorEntry): TenantAdministrator {
  const { id, userId, role, createdAt: since } = entry;
  const email = entry.invitedEmail ?? "";
  return {
    ...{ id, userId, role, since, email },
    ...{ displayName: null, lastSignInAt: null, status: "invited" },
  };
}

function asKnown(entry: AdministratorEntry, person: Person): TenantAdministrator {
  const { id, userId, role, createdAt: since } = entry;
  const { email, displayName, lastSignInAt, hasPassword, suspended } = person;
  const status = suspended ? "suspended" : hasPassword ? "active" : "invited";
  return { id, userId, role, since, email, displayName, lastSignInAt, status };
}
