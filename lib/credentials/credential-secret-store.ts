import type { TenantTransaction } from "@/lib/db";

/** A credential that is not revoked, held until the transaction ends, with its live secrets: whoever changes
 *  them takes turns. Null when the environment has none with this id. */
export async function lockCredential(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<{ name: string; secrets: { id: string; hint: string; slot: number }[] } | null> {
  const rows = await sql.$queryRaw<{ name: string }[]>`
    SELECT name FROM credentials
    WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid AND revoked_at IS NULL FOR UPDATE`;
  if (!rows[0]) return null;
  const secrets = await sql.credentialSecret.findMany({
    where: { credentialId: id, revokedAt: null },
    select: { id: true, hint: true, slot: true },
  });
  return { name: rows[0].name, secrets };
}

/** Stores the hash of a further secret. */
export async function insertCredentialSecret(
  { sql, tenantId }: TenantTransaction,
  secret: { credentialId: string; secretHash: Buffer<ArrayBuffer>; hint: string; slot: number },
): Promise<string> {
  return (await sql.credentialSecret.create({ data: { ...secret, tenantId } })).id;
}

/** Ends a secret; false when it had ended or never was. */
export async function endCredentialSecret(
  { sql }: TenantTransaction,
  credentialId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { count } = await sql.credentialSecret.updateMany({
    where: { id, credentialId, revokedAt: null },
    data: { revokedAt: at },
  });
  return count === 1;
}
