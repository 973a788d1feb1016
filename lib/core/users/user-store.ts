import type { EmailVerification } from "@/lib/core/users/email-verification";
import { profileList, profileSql, userProfileList } from "@/lib/core/users/profile-sql-store";
import type { User, UserFields, UserRecord } from "@/lib/core/users/user";
import { lock, type Queryable, read, sql } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

/** The columns of `User`; the table's alias is `u`. */
const columns = sql`
  u.id, u.email, ${userProfileList}, u.password_hash, u.status, u.suspended_at, u.suspended_reason,
  u.email_verified_method, u.email_verified_at, u.last_sign_in_at, u.created_at, u.updated_at, u.factor_types,
  u.factor_due_from, u.passkey_offered_at`;

/** Returns the user with this id in the environment; deleted ones are not found. */
export function findUser(db: Queryable, id: string): Promise<User | null> {
  return db.first(read<User>`
    SELECT ${columns} FROM users u
    WHERE u.id = ${id}::uuid AND u.environment_id = ${db.environmentId}::uuid AND u.deleted_at IS NULL`);
}

/** Returns the user with this address in the environment, in any case. */
export function findUserByEmail(db: Queryable, emailKey: string): Promise<User | null> {
  return db.first(read<User>`
    SELECT ${columns} FROM users u
    WHERE u.environment_id = ${db.environmentId}::uuid AND u.email_key = ${emailKey}`);
}

/** Like `findUser`, and locks the row until the transaction ends, so that two changes of it are
 *  serialized. */
export function lockUser(db: Queryable, id: string): Promise<User | null> {
  return db.first(lock<User>`
    SELECT ${columns} FROM users u
    WHERE u.id = ${id}::uuid AND u.environment_id = ${db.environmentId}::uuid AND u.deleted_at IS NULL
    FOR UPDATE`);
}

/** Returns the user with this address, and locks the row until the transaction ends. */
export function lockUserByEmail(db: Queryable, emailKey: string): Promise<User | null> {
  return db.first(lock<User>`
    SELECT ${columns} FROM users u
    WHERE u.environment_id = ${db.environmentId}::uuid AND u.email_key = ${emailKey} AND u.deleted_at IS NULL
    FOR UPDATE`);
}

/** Returns a user with the memberships, in the order of the organizations' ids; deleted ones are not
 *  found. */
export function findUserRecord(db: Queryable, id: string): Promise<UserRecord | null> {
  return db.first(read<UserRecord>`
    SELECT ${columns}, COALESCE((
        SELECT json_agg(json_build_object('organizationId', m.organization_id, 'roleId', m.role_id, 'status', m.status)
          ORDER BY m.organization_id)
        FROM memberships m WHERE m.user_id = u.id AND m.environment_id = u.environment_id), '[]') AS memberships
    FROM users u
    WHERE u.id = ${id}::uuid AND u.environment_id = ${db.environmentId}::uuid AND u.deleted_at IS NULL`);
}

export type NewUserRow = UserFields & {
  emailKey: string;
  passwordHash: string | null;
  verification: EmailVerification;
  at: Date;
};

/** Adds a user unless the address has one in the environment.
 *  @returns the new user, or null when the address is taken
 *  @throws a unique violation when the external id is taken */
export function insertUser(db: Queryable, user: NewUserRow): Promise<User | null> {
  const { verification, at } = user;
  const method = verification.verified ? verification.method : null;
  return db.first(lock<User>`
    INSERT INTO users AS u (id, tenant_id, environment_id, email, email_key, ${profileList}, password_hash,
                            password_changed_at, email_verified_method, email_verified_at, created_at, updated_at)
    VALUES (${newId()}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${user.email}, ${user.emailKey},
            ${profileSql((_, name) => sql`${user[name]}`)}, ${user.passwordHash}, ${user.passwordHash === null ? null : at}::timestamptz,
            ${method}::email_verified_method, ${verification.verified ? verification.at : null}::timestamptz,
            ${at}::timestamptz, ${at}::timestamptz)
    ON CONFLICT (environment_id, email_key) DO NOTHING RETURNING ${columns}`);
}

/** Returns whether another user of the environment has one of these values.
 *  @returns the field that is taken */
export async function takenUserField(
  db: Queryable,
  id: string,
  values: { emailKey?: string; externalId?: string | null },
): Promise<"email" | "external_id" | null> {
  const other = sql`
    SELECT FROM users u WHERE u.environment_id = ${db.environmentId}::uuid AND u.id <> ${id}::uuid`;
  const taken = await db.first(read<{ email: boolean; externalId: boolean }>`
    SELECT EXISTS (${other} AND u.email_key = ${values.emailKey ?? null}) AS email,
           EXISTS (${other} AND u.external_id = ${values.externalId ?? null}) AS external_id`);
  if (taken?.email) return "email";
  return taken?.externalId ? "external_id" : null;
}
