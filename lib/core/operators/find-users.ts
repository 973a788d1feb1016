import { lockedUntil } from "@/lib/core/login/account-locks";
import { findUserPlaces, type UserPlace } from "@/lib/core/operators/user-place-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { parseEmail } from "@/lib/core/users/email";
import type { User } from "@/lib/core/users/user";
import { findUser } from "@/lib/core/users/user-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { isId } from "@/lib/kernel/ids";

/** A user who can't sign in, as an operator sees them: identity, tenant, and what prevents the sign-in. */
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
  /** Time at which the lock by failed logins ends; null when the account is not locked. */
  lockedUntil: Date | null;
}

/** Maximum of users in a result: the same external id may be in every tenant. */
export const MOST_FOUND = 100;

/** Finds users with exactly this address, id or external id, in all tenants or in one.
 *  @param tenant the public id of the one tenant */
export async function findUsers(identifier: string, tenant: string | null): Promise<FoundUser[]> {
  const platform = await readPlatform();
  // PostgreSQL takes no NUL in a text, so no stored value has one.
  if (!platform || identifier.includes("\0") || tenant?.includes("\0")) return [];
  const criteria = {
    id: isId(identifier) ? identifier : null,
    emailKey: parseEmail(identifier)?.emailKey ?? null,
    externalId: identifier,
    tenant,
  };
  const places = await inBatch(platform, (db) => findUserPlaces(db, criteria, MOST_FOUND));
  const found: FoundUser[] = [];
  for (const place of places) {
    const one = await readFoundUser(place);
    if (one) found.push(one);
  }
  return found;
}

async function readFoundUser(place: UserPlace): Promise<FoundUser | null> {
  const user = await inBatch(place, (db) => findUser(db, place.id));
  if (!user) return null;
  return {
    ...place,
    user,
    hasPassword: user.passwordHash !== null,
    lockedUntil: await lockedUntil(place, user),
  };
}
