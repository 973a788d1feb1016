import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { findMember } from "@/lib/core/memberships/membership-store";
import { assertPlace, placeUser } from "@/lib/core/memberships/place-user";
import { changeEmailVerification } from "@/lib/core/users/change-email-verification";
import { changeUser, takenByUser } from "@/lib/core/users/change-user";
import { addUser, retryOnceTaken, UserMadeMeanwhile } from "@/lib/core/users/create-user";
import { emailKeyOf } from "@/lib/core/users/email";
import { eachField } from "@/lib/core/users/fields";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { writePassword } from "@/lib/core/users/password-store";
import type { User } from "@/lib/core/users/user";
import { lockUserByEmail, takenUserField } from "@/lib/core/users/user-store";
import type { PreviousUser } from "@/lib/features/migration/previous-system/previous-system";
import { findNamedPlaces } from "@/lib/features/migration/previous-system/previous-system-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction, partOf, type Transaction } from "@/lib/kernel/db/transaction";

/** A user whose password the previous system verified. */
export interface Migrated {
  /** As typed, and validated as an address. */
  email: string;
  /** Hash of the password, at the current cost. */
  passwordHash: string;
  user: PreviousUser;
}

/** Creates the user, or adds the password and missing fields to an existing one, in one transaction. A user
 *  who has a password by now, or may not sign in, stays unchanged: of several concurrent first sign-ins
 *  only one finds the user without a password.
 *  @throws ServiceError `conflict` if another user has the external id */
export function migrateUser(caller: Caller, migrated: Migrated): Promise<void> {
  return retryOnceTaken(() => inTransaction(caller, (db) => makeOrComplete(db, caller, migrated)));
}

async function makeOrComplete(
  db: Transaction,
  caller: Caller,
  { email, passwordHash, user }: Migrated,
): Promise<void> {
  const stored = await lockUserByEmail(db, emailKeyOf(email));
  if (stored && (stored.passwordHash !== null || !maySignIn(stored))) return;
  const { externalId, emailVerified } = user;
  // For a new user the insert detects it: a query before it might find the very same user, added by another
  // sign-in.
  if (stored && (await takenUserField(db, stored.id, { externalId })))
    throw takenByUser("external_id");
  const profile = eachField((name) => user[name]);
  const added =
    stored ??
    (await addUser(db, caller, { email, emailVerified, passwordHash, ...profile }, passwordHash));
  // Another sign-in is adding this user, and will have committed when the address is queried again.
  if (!added) throw new UserMadeMeanwhile();
  if (stored) await complete(db, caller, stored, { passwordHash, user });
  const unknown = await place(db, caller, added.id, user);
  await recordAuditEvent(db, {
    kind: "user.migrated",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: added.id }],
    metadata: { created: stored === null, unknown_memberships: unknown },
  });
}

/** Adds the password and missing fields to an existing user. Existing values stay. */
async function complete(
  db: Transaction,
  caller: Caller,
  stored: User,
  { passwordHash, user }: Omit<Migrated, "email">,
): Promise<void> {
  const here = partOf(db, caller);
  await writePassword(db, stored.id, passwordHash, now());
  await changeUser(
    here,
    stored.id,
    eachField((name) => stored[name] ?? user[name]),
  );
  if (user.emailVerified) await changeEmailVerification(here, stored.id, true);
}

/** Adds memberships in organizations that the user is not in yet.
 *  @returns the number of memberships with an organization or role that the environment does not have */
async function place(
  db: Queryable,
  caller: Caller,
  userId: string,
  { memberships }: PreviousUser,
): Promise<number> {
  if (memberships.length === 0) return 0;
  let unknown = 0;
  for (const { organizationId, roleId } of await findNamedPlaces(db, memberships)) {
    if (organizationId === null || roleId === null) unknown += 1;
    else if (!(await findMember(db, organizationId, userId))) {
      await assertPlace(db, { organizationId, roleId });
      await placeUser(db, caller, userId, { organizationId, roleId, status: "active" });
    }
  }
  return unknown;
}
