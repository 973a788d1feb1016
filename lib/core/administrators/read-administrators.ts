import type { AdministratorRole } from "@/lib/core/administrators/administrator";
import {
  type AdministratorEntry,
  listAdministratorEntries,
} from "@/lib/core/administrators/administrator-store";
import { inPlatform } from "@/lib/core/platform/in-platform";
import { listPeople, type Person } from "@/lib/core/platform/person-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

/** An administrator of a tenant, as its page of administrators shows them. */
export interface TenantAdministrator {
  /** The entry's own id, the only id that a page sends back. */
  id: string;
  userId: string;
  role: AdministratorRole;
  since: Date;
  email: string;
  displayName: string | null;
  /** `invited`: has not accepted, and is shown as the tenant typed them. `suspended`: can't sign in. */
  status: "active" | "invited" | "suspended";
  lastSignInAt: Date | null;
}

/** Returns all administrators of the tenant, active and invited, in the order in which they were added. */
export async function readAdministrators(scope: TenantScope): Promise<TenantAdministrator[]> {
  const entries = await inBatch(scope, listAdministratorEntries);
  if (entries.length === 0 || !(await readPlatform())) return [];
  const ids = entries.filter(({ acceptedAt }) => acceptedAt).map(({ userId }) => userId);
  const people = new Map(
    (await inPlatform((db) => listPeople(db, ids))).map((one) => [one.id, one]),
  );
  return entries.flatMap((entry) => {
    if (entry.acceptedAt === null) return [asTyped(entry)];
    const person = people.get(entry.userId);
    return person ? [asKnown(entry, person)] : [];
  });
}

/** Returns one administrator of the tenant.
 *  @throws ServiceError `missing` */
export async function readAdministrator(
  scope: TenantScope,
  userId: string,
): Promise<TenantAdministrator> {
  const found = (await readAdministrators(scope)).find((one) => one.userId === userId);
  if (!found) throw missing();
  return found;
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
