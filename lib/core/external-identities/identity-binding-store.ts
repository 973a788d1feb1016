import type { IdentityBinding } from "@/lib/core/external-identities/identity-binding";
import { lock, type Queryable, read, sql } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

const COLUMNS = sql`id, principal_id, user_id, created_at, last_used_at, released_at`;

/** Lists every binding of the environment, released ones too, the oldest first. */
export function listIdentityBindings(db: Queryable): Promise<IdentityBinding[]> {
  return db.query(read<IdentityBinding>`
    SELECT ${COLUMNS} FROM identity_bindings WHERE environment_id = ${db.environmentId}::uuid ORDER BY id`);
}

/** Returns the binding with this id in the environment. */
export function findIdentityBinding(db: Queryable, id: string): Promise<IdentityBinding | null> {
  return db.first(read<IdentityBinding>`
    SELECT ${COLUMNS} FROM identity_bindings
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Whether the environment has this user, not deleted; locks the row until the transaction ends. */
export async function holdUser(db: Queryable, userId: string): Promise<boolean> {
  const held = await db.query(lock`
    SELECT FROM users
    WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND deleted_at IS NULL FOR SHARE`);
  return held.length > 0;
}

/** Adds a live claim unless the principal has one. A partial unique index admits one of several parallel
 *  claims, and the others wait for it.
 *  @returns the binding, or null when the principal is claimed */
export function insertIdentityBinding(
  db: Queryable,
  principalId: string,
  userId: string,
): Promise<IdentityBinding | null> {
  return db.first(lock<IdentityBinding>`
    INSERT INTO identity_bindings (id, tenant_id, environment_id, principal_id, user_id)
    VALUES (${newId()}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${principalId}::uuid, ${userId}::uuid)
    ON CONFLICT (principal_id) WHERE released_at IS NULL DO NOTHING RETURNING ${COLUMNS}`);
}

/** Releases the principal of a binding, once.
 *  @returns whether this call did */
export async function releaseBindingRow(db: Queryable, id: string, at: Date): Promise<boolean> {
  const released = await db.execute(lock`
    UPDATE identity_bindings SET released_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND released_at IS NULL`);
  return released === 1;
}

/** Releases every principal that a user has claimed.
 *  @returns the bindings that this ended */
export function releaseUserBindingRows(
  db: Queryable,
  userId: string,
  at: Date,
): Promise<{ id: string; principalId: string }[]> {
  return db.query(lock<{ id: string; principalId: string }>`
    UPDATE identity_bindings SET released_at = ${at}::timestamptz
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND released_at IS NULL
    RETURNING id, principal_id`);
}

/** Returns the principals that a user has ever claimed and that no user claims now: their claims describe
 *  that user. */
export async function formerPrincipalsOf(db: Queryable, userId: string): Promise<string[]> {
  const found = await db.query(read<{ principalId: string }>`
    SELECT DISTINCT b.principal_id FROM identity_bindings b
    WHERE b.user_id = ${userId}::uuid AND b.environment_id = ${db.environmentId}::uuid
      AND NOT EXISTS (SELECT FROM identity_bindings other
        WHERE other.principal_id = b.principal_id AND other.released_at IS NULL)`);
  return found.map(({ principalId }) => principalId);
}

/** Returns the live claim on a principal and records its use; its row is locked, so that a release waits
 *  for the rest of the transaction. */
export function noteBindingUse(
  db: Queryable,
  principalId: string,
  at: Date,
): Promise<{ id: string; userId: string } | null> {
  return db.first(lock<{ id: string; userId: string }>`
    UPDATE identity_bindings SET last_used_at = ${at}::timestamptz
    WHERE principal_id = ${principalId}::uuid AND environment_id = ${db.environmentId}::uuid AND released_at IS NULL
    RETURNING id, user_id`);
}
