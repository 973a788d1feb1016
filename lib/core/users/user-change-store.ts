import type { EmailVerification } from "@/lib/core/users/email-verification";
import { profileSql } from "@/lib/core/users/profile-sql-store";
import type { UserFields } from "@/lib/core/users/user";
import { type Queryable, sql, write } from "@/lib/kernel/db/queryable";

/** Stores the tenant's fields of a user of the environment that is known to exist. `writeAddress` changes
 *  the address.
 *  @throws a unique violation when the external id is taken */
export async function writeUserFields(
  db: Queryable,
  id: string,
  fields: UserFields,
): Promise<void> {
  await db.execute(write`
    UPDATE users
    SET email = ${fields.email}, ${profileSql((column, name) => sql`${column} = ${fields[name]}`)},
        updated_at = now()
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Changes a user's address, without evidence.
 *  @throws a unique violation when another user has it */
export async function writeAddress(db: Queryable, id: string, email: string): Promise<void> {
  await db.execute(write`
    UPDATE users
    SET email = ${email}, email_key = ${email.toLowerCase()}, email_verified_method = NULL, email_verified_at = NULL,
        updated_at = now()
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Stores the evidence of a user's address. */
export async function writeEmailVerification(
  db: Queryable,
  id: string,
  evidence: EmailVerification,
): Promise<void> {
  const { method, at } = evidence.verified ? evidence : { method: null, at: null };
  await db.execute(write`
    UPDATE users
    SET email_verified_method = ${method}::email_verified_method, email_verified_at = ${at}::timestamptz,
        updated_at = now()
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Suspends a user since a moment, or reactivates the user with null. */
export async function writeSuspension(
  db: Queryable,
  id: string,
  suspension: { at: Date; reason: string | null } | null,
): Promise<void> {
  await db.execute(write`
    UPDATE users
    SET status = ${suspension ? "suspended" : "active"}::user_status,
        suspended_at = ${suspension?.at ?? null}::timestamptz, suspended_reason = ${suspension?.reason ?? null},
        updated_at = now()
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

const forgottenProfile = profileSql((column) => sql`${column} = NULL`);

/** Reduces a user to the id that other rows may name: the address and external id are free again. */
export async function anonymiseUser(db: Queryable, id: string, at: Date): Promise<void> {
  await db.execute(write`
    UPDATE users
    SET email = ${`${id}@deleted.invalid`}, email_key = NULL, ${forgottenProfile}, password_hash = NULL,
        password_changed_at = NULL, email_verified_method = NULL, email_verified_at = NULL, suspended_reason = NULL, deleted_at = ${at}::timestamptz, updated_at = now()
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}
