import type { TenantTransaction } from "@/lib/db";
import type { IdentityBinding } from "@/lib/external-identities/identity-binding";
import { newId } from "@/lib/ids";

const omit = { tenantId: true, environmentId: true } as const;

/** Every binding of the environment, released ones too, the oldest first. */
export function listIdentityBindings({
  sql,
  environmentId,
}: TenantTransaction): Promise<IdentityBinding[]> {
  return sql.identityBinding.findMany({ where: { environmentId }, omit, orderBy: { id: "asc" } });
}

/** The binding with this id in the environment. */
export function findIdentityBinding(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<IdentityBinding | null> {
  return sql.identityBinding.findFirst({ where: { id, environmentId }, omit });
}

/** Whether the environment has this user, not deleted; the row stays so until the transaction ends. */
export async function holdUser(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<boolean> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT 1 AS found FROM users
    WHERE id = ${userId}::uuid AND environment_id = ${environmentId}::uuid AND deleted_at IS NULL FOR SHARE`;
  return rows.length > 0;
}

/** Adds a live claim unless the principal has one. Of parallel claims one gets the row: a partial unique
 *  index decides, and the others wait for it.
 *  @returns its id, or null when the principal is claimed */
export async function insertIdentityBinding(
  { sql, tenantId, environmentId }: TenantTransaction,
  principalId: string,
  userId: string,
): Promise<string | null> {
  const rows = await sql.$queryRaw<{ id: string }[]>`
    INSERT INTO identity_bindings (id, tenant_id, environment_id, principal_id, user_id)
    VALUES (${newId()}::uuid, ${tenantId}::uuid, ${environmentId}::uuid, ${principalId}::uuid, ${userId}::uuid)
    ON CONFLICT (principal_id) WHERE released_at IS NULL DO NOTHING RETURNING id`;
  return rows[0]?.id ?? null;
}

/** Frees the principal of a binding, once.
 *  @returns whether this call did */
export async function releaseBindingRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const { count } = await sql.identityBinding.updateMany({
    where: { id, environmentId, releasedAt: null },
    data: { releasedAt: at },
  });
  return count === 1;
}

/** Frees every principal that a user has claimed.
 *  @returns the bindings that this ended */
export async function releaseUserBindingRows(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  at: Date,
): Promise<{ id: string; principalId: string }[]> {
  return sql.identityBinding.updateManyAndReturn({
    where: { userId, environmentId, releasedAt: null },
    data: { releasedAt: at },
    select: { id: true, principalId: true },
  });
}

/** The principals that a user has ever claimed and that nobody claims now: what is known of them is of that user. */
export async function principalsOnceOf(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<string[]> {
  const rows = await sql.$queryRaw<{ principalId: string }[]>`
    SELECT DISTINCT b.principal_id AS "principalId" FROM identity_bindings b
    WHERE b.user_id = ${userId}::uuid AND b.environment_id = ${environmentId}::uuid
      AND NOT EXISTS (SELECT FROM identity_bindings other
        WHERE other.principal_id = b.principal_id AND other.released_at IS NULL)`;
  return rows.map(({ principalId }) => principalId);
}

/** The live claim on a principal, used now; its row is held, so that a release waits for what follows. */
export async function noteBindingUse(
  { sql, environmentId }: TenantTransaction,
  principalId: string,
  at: Date,
): Promise<{ id: string; userId: string } | null> {
  const [used] = await sql.identityBinding.updateManyAndReturn({
    where: { principalId, environmentId, releasedAt: null },
    data: { lastUsedAt: at },
    select: { id: true, userId: true },
  });
  return used ?? null;
}
