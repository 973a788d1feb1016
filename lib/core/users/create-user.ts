import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Membership } from "@/lib/core/memberships/membership";
import { findMember } from "@/lib/core/memberships/membership-store";
import { assertPlace, pairOf, placeUser } from "@/lib/core/memberships/place-user";
import { takenByUser } from "@/lib/core/users/change-user";
import { eachField, type Profile } from "@/lib/core/users/fields";
import { firstPasswordHash } from "@/lib/core/users/first-password";
import {
  assertOneFirstLink,
  firstLinkOf,
  type SetPassword,
  sendFirstLink,
  setPasswordLink,
} from "@/lib/core/users/first-sign-in";
import { assertFound } from "@/lib/core/users/record-of";
import type { User, UserRecord } from "@/lib/core/users/user";
import { findUserRecord, insertUser, lockUserByEmail } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

export interface NewUser extends Partial<Profile> {
  /** Already verified to be a valid address. */
  email: string;
  password?: string;
  /** Imported from another system; its format is already verified. */
  passwordHash?: string;
  emailVerified?: boolean;
  organizationId?: string;
  roleId?: string;
  sendInvitation?: boolean;
  sendOnboarding?: boolean;
}

export interface CreatedUser {
  /** False for a user who existed before. */
  created: boolean;
  user: UserRecord;
  /** The requested membership in its present state. */
  membership: Membership | null;
  setPassword: SetPassword | null;
}

/** Creates a user, or finds the one the address has: that one is unchanged, and gets only the requested
 *  membership if it is absent, and a new link when there is no password yet (spec, User).
 *  @throws ServiceError `unprocessable` that names a field, `conflict` for an external id that is taken */
export async function createUser(caller: Caller, input: NewUser): Promise<CreatedUser> {
  const place = pairOf(input);
  if (input.password !== undefined && input.passwordHash !== undefined)
    throw new ServiceError("unprocessable", {
      detail: "password_hash: send a password or a password hash, not both.",
    });
  assertOneFirstLink(input);
  const passwordHash = await firstPasswordHash(caller, input);
  return retryOnceTaken(() =>
    inTransaction(caller, (db) => make(db, caller, input, place, passwordHash)),
  );
}

/** Another request added a user between the lookup and the insert. The next lookup finds the user. */
export class UserMadeMeanwhile extends Error {}

/** Runs a transaction that looks up a user and adds one (`addUser`), and once more if the user or the
 *  external id existed: a parallel request may have created the same user, who is found then.
 *  @throws ServiceError `conflict` when another user has the external id */
export async function retryOnceTaken<T>(add: () => Promise<T>): Promise<T> {
  try {
    return await add();
  } catch (error) {
    if (!(error instanceof UserMadeMeanwhile || isUniqueViolation(error))) throw error;
  }
  try {
    return await add();
  } catch (error) {
    throw isUniqueViolation(error) ? takenByUser("external_id") : error;
  }
}

async function make(
  db: Queryable,
  caller: Caller,
  input: NewUser,
  place: { organizationId: string; roleId: string } | null,
  passwordHash: string | null,
): Promise<CreatedUser> {
  const organizationName = place && (await assertPlace(db, place)).organizationName;
  const inserted = await addUser(db, caller, input, passwordHash);
  const user = inserted ?? (await lockUserByEmail(db, input.email.toLowerCase()));
  // Deleted in between: the address is free, and a retry creates the user.
  if (!user)
    throw new ServiceError("conflict", {
      detail: "email: another request is changing the user with this email; try again.",
      says: { name: "userChanging" },
    });
  const membership = place && (await join(db, caller, user.id, place));
  const unsent = input.password === undefined && input.passwordHash === undefined;
  const mayHaveLink = user.status === "active" && user.passwordHash === null && unsent;
  const setPassword = mayHaveLink ? await setPasswordLink(db, user.id) : null;
  const mayBeInvited = inserted !== null || (user.status === "active" && !user.passwordHash);
  const purpose = firstLinkOf(input);
  if (purpose && mayBeInvited) await sendFirstLink(db, caller, user, { purpose, organizationName });
  const record = assertFound(await findUserRecord(db, user.id));
  return { created: inserted !== null, user: record, membership, setPassword };
}

/** Adds a user and records the event, unless the address has one.
 *  @returns null when it does
 *  @throws a unique violation when the external id is taken */
export async function addUser(
  db: Queryable,
  caller: Caller,
  input: NewUser,
  passwordHash: string | null,
): Promise<User | null> {
  const at = now();
  const user = await insertUser(db, {
    email: input.email,
    emailKey: input.email.toLowerCase(),
    ...eachField((name) => input[name] ?? null),
    passwordHash,
    verification: input.emailVerified
      ? { verified: true, method: "tenant_asserted", at }
      : { verified: false },
    at,
  });
  if (!user) return null;
  const { actor, context } = caller;
  const by = { actor, context, targets: [{ type: "user", id: user.id }], at };
  const password = input.passwordHash !== undefined ? "imported" : passwordHash ? "set" : "none";
  await recordAuditEvent(db, { ...by, kind: "user.created", metadata: { password } });
  if (input.emailVerified)
    await recordAuditEvent(db, {
      ...by,
      kind: "user.email_verified",
      metadata: { method: "tenant_asserted" },
    });
  return user;
}

/** Adds the membership when it is absent; an existing one is never changed. */
async function join(
  db: Queryable,
  caller: Caller,
  userId: string,
  place: { organizationId: string; roleId: string },
): Promise<Membership> {
  const stored = await findMember(db, place.organizationId, userId);
  if (stored) return { ...place, roleId: stored.roleId, status: stored.status };
  const membership: Membership = { ...place, status: "active" };
  await placeUser(db, caller, userId, membership);
  return membership;
}
