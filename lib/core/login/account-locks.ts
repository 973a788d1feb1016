import { accountBrakes } from "@/lib/core/login/login-brake";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import {
  pageOfAddresses,
  type UserFilter,
  type UserLocks,
} from "@/lib/core/users/user-listing-store";
import { noRequest, type TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { isAnyLocked, readLockEnds, storedKey } from "@/lib/kernel/rate-limits/bucket-store";

/** Number of users whose locks one statement reads. */
const PAGE = 1_000;

/** Returns when the lock of a user ends, or null when failed attempts do not lock them. A trusted device
 *  signs in despite the lock. */
export function lockedUntil(
  scope: TenantScope,
  { email }: { email: string },
): Promise<Date | null> {
  return inTransaction(scope, async (db) => {
    const policy = await readSecurityPolicy(db);
    const [until = null] = await lockEnds(db, policy, [email]);
    return until;
  });
}

/** Lists the locked users among those that match a filter. A bucket does not name its user, so the bucket
 *  of each user is looked up, and only while any lock exists. */
export async function locksOf(scope: TenantScope, filter: UserFilter): Promise<UserLocks> {
  const locks: UserLocks = { userIds: [], until: [] };
  const policy = await inTransaction(scope, async (db) => {
    const found = await readSecurityPolicy(db);
    const budgets = brakesOf(scope, found, "").map(({ budget }) => budget);
    return (await isAnyLocked(db, budgets)) ? found : null;
  });
  let after: string | null = null;
  while (policy) {
    const page: { id: string; email: string }[] = await inBatch(scope, (db) =>
      pageOfAddresses(db, filter, { after, count: PAGE }),
    );
    const addresses = page.map(({ email }) => email);
    const ends = await inBatch(scope, (db) => lockEnds(db, policy, addresses));
    for (const [index, until] of ends.entries()) {
      const user = page[index];
      if (!until || !user) continue;
      locks.userIds.push(user.id);
      locks.until.push(until);
    }
    if (page.length < PAGE) break;
    after = page.at(-1)?.id ?? null;
  }
  return locks;
}

/** Returns when each of these addresses is unlocked, by the brakes that an attempt has to pass. */
async function lockEnds(
  db: Queryable,
  policy: SecurityPolicy,
  emails: readonly string[],
): Promise<(Date | null)[]> {
  const brakes = emails.map((email) => brakesOf(db, policy, email));
  const ends = await readLockEnds(db, brakes.flat());
  return brakes.map((own) => {
    const latest = Math.max(...own.map(({ budget, key }) => ends.get(storedKey(budget, key)) ?? 0));
    return latest === 0 ? null : new Date(latest);
  });
}

function brakesOf({ tenantId, environmentId }: TenantScope, policy: SecurityPolicy, email: string) {
  return accountBrakes({ tenantId, environmentId, context: noRequest }, policy, email);
}
