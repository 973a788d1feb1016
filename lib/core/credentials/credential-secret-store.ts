import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

/** Returns a credential that is not revoked, with its live secrets, and locks it until the transaction
 *  ends: changes of its secrets are serialized. Null when the environment has none with this id. */
export async function lockCredential(
  db: Queryable,
  id: string,
): Promise<{ name: string; secrets: { id: string; hint: string; slot: number }[] } | null> {
  const [held, secrets] = await Promise.all([
    db.first(lock<{ name: string }>`
      SELECT name FROM credentials
      WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL FOR UPDATE`),
    db.query(read<{ id: string; hint: string; slot: number }>`
      SELECT id, hint, slot FROM credential_secrets
      WHERE credential_id = ${id}::uuid AND revoked_at IS NULL ORDER BY id`),
  ]);
  return held && { name: held.name, secrets };
}

/** Stores the hash of a further secret.
 *  @returns its id */
export async function insertCredentialSecret(
  db: Queryable,
  secret: { credentialId: string; secretHash: Buffer; hint: string; slot: number },
): Promise<string> {
  const id = newId();
  await db.execute(write`
    INSERT INTO credential_secrets (id, tenant_id, credential_id, secret_hash, hint, slot)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${secret.credentialId}::uuid, ${secret.secretHash}, ${secret.hint},
      ${secret.slot})`);
  return id;
}

/** Ends a secret; returns false when it had ended or never existed. */
export async function endCredentialSecret(
  db: Queryable,
  credentialId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const ended = await db.execute(lock`
    UPDATE credential_secrets SET revoked_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND credential_id = ${credentialId}::uuid AND revoked_at IS NULL`);
  return ended === 1;
}
