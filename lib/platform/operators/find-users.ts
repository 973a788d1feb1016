import { noRequest } from "@/lib/caller";
import { secondsAfter } from "@/lib/clock";
import { inBatch } from "@/lib/db/batch";
import { databaseNow } from "@/lib/db/database-clock";
import { unscoped } from "@/lib/db/unscoped";
import { isId } from "@/lib/ids";
import { accountBrakes } from "@/lib/login/login-brake";
import { findUserPlaces, type UserPlace } from "@/lib/platform/operators/user-place-store";
import { readPlatform } from "@/lib/platform/platform-store";
import { secondsLocked } from "@/lib/rate-limits/failure-leases";
import { readSecurityPolicy } from "@/lib/security-policy/security-policy-store";
import { parseEmail } from "@/lib/users/email";
import type { User } from "@/lib/users/user";
import { findUser } from "@/lib/users/user-store";

/** A user as an operator is shown one who can't sign in: who, where, and what keeps the user out. */
export interface FoundUser extends UserPlace {
  user: Pick<
    User,
    | "email"
    | "displayName"
    | "externalId"
    | "status"
    | "suspendedReason"
    | "factorTypes"
    | "lastSignInAt"
  >;
  hasPassword: boolean;
  /** When failed logins stop locking the account; null when they don't. */
  lockedUntil: Date | null;
}

/** More users than this are cut: the same external id may be in every tenant. */
export const MOST_FOUND = 100;

/** Users with exactly this address, id or external id, in all tenants or in one.
 *  @param tenant the public id of the one tenant */
export async function findUsers(meant: string, tenant: string | null): Promise<FoundUser[]> {
  const platform = await readPlatform();
  // PostgreSQL takes no NUL in a text, and nobody has one.
  if (!platform || meant.includes("\0") || tenant?.includes("\0")) return [];
  const wanted = {
    id: isId(meant) ? meant : null,
    emailKey: parseEmail(meant)?.emailKey ?? null,
    externalId: meant,
    tenant,
  };
  const places = await inBatch(platform, (db) => findUserPlaces(db, wanted, MOST_FOUND));
  const found: FoundUser[] = [];
  for (const place of places) {
    const one = await lookAt(place);
    if (one) found.push(one);
  }
  return found;
}

async function lookAt(place: UserPlace): Promise<FoundUser | null> {
  const [user, policy] = await inBatch(place, (db) =>
    Promise.all([findUser(db, place.id), readSecurityPolicy(db)]),
  );
  if (!user) return null;
  const brakes = accountBrakes({ ...place, context: noRequest }, policy, user.email);
  const seconds = await secondsLocked(unscoped, brakes);
  return {
    ...place,
    user,
    hasPassword: user.passwordHash !== null,
    lockedUntil: seconds === null ? null : secondsAfter(await databaseNow(), seconds),
  };
}
