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

/** Somebody who administers a tenant, as its page of administrators shows them. */
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

/** One of them.
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
