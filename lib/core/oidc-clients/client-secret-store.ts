import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

/** Slots of a client that contain a live secret, of two. */
export async function liveClientSecretSlots(
  db: Queryable,
  oidcClientId: string,
): Promise<number[]> {
  const live = await db.query(read<{ slot: number }>`
    SELECT slot FROM oidc_client_secrets
    WHERE oidc_client_id = ${oidcClientId}::uuid AND revoked_at IS NULL`);
  return live.map(({ slot }) => slot);
}

/** Stores the hash of a client's new secret.
 *  @returns its id
 *  @throws a unique violation when the slot is taken */
export async function insertOidcClientSecret(
  db: Queryable,
  secret: { oidcClientId: string; secretHash: Buffer; hint: string; slot: number },
): Promise<string> {
  const id = newId();
  await db.execute(write`
    INSERT INTO oidc_client_secrets (id, tenant_id, oidc_client_id, secret_hash, hint, slot)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${secret.oidcClientId}::uuid, ${secret.secretHash}, ${secret.hint},
      ${secret.slot})`);
  return id;
}

/** Ends a client's secret; false when it had ended or never existed. */
export async function endOidcClientSecret(
  db: Queryable,
  oidcClientId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const ended = await db.execute(lock`
    UPDATE oidc_client_secrets SET revoked_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND oidc_client_id = ${oidcClientId}::uuid AND revoked_at IS NULL`);
  return ended === 1;
}

/** Records the use of a client's secret. */
export async function touchOidcClientSecret(
  db: Queryable,
  secretHash: Buffer,
  at: Date,
): Promise<void> {
  await db.execute(write`
    UPDATE oidc_client_secrets SET last_used_at = ${at}::timestamptz WHERE secret_hash = ${secretHash}`);
}
