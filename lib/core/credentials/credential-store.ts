import { insertCredentialSecret } from "@/lib/core/credentials/credential-secret-store";
import type { CredentialPurpose } from "@/lib/core/credentials/scopes";
import { lock, type Queryable, read, type Sql, sql, write } from "@/lib/kernel/db/queryable";
import { TenantCache } from "@/lib/kernel/db/tenant-cache";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { newId } from "@/lib/kernel/ids";
import { singleton } from "@/lib/kernel/process/singleton";

/** A machine credential as it is known before its tenant is known. */
export interface ResolvedCredential {
  credentialId: string;
  tenantId: string;
  tenantPublicId: string;
  tenantStatus: "active" | "disabled";
  environmentId: string;
  environmentKey: string;
  name: string;
  purpose: CredentialPurpose;
  scopes: string[];
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  secretHashes: Uint8Array[];
  /** Whether it revoked a token of its own before the token's end. */
  hasRevokedTokens: boolean;
}

const credentials = singleton(
  "credential-cache",
  () => new TenantCache<ResolvedCredential>("credentials", 5_000),
);

/** Returns the credential with this client id, in any tenant, or null.
 *  @param good whether a cached copy is accepted */
export function resolveCredential(
  clientId: string,
  good: (credential: ResolvedCredential) => boolean = isUsable,
): Promise<ResolvedCredential | null> {
  return credentials.get(clientId, good, async () => {
    const value = await readCredential(clientId);
    return value && { tenantId: value.tenantId, value };
  });
}

/** Reads another credential when the id is unknown, for the same work, and returns null. */
async function readCredential(clientId: string): Promise<ResolvedCredential | null> {
  const found = await unscoped.first(read<ResolvedCredential & { clientId: string }>`
    SELECT client_id, credential_id, tenant_id, tenant_public_id, tenant_status, environment_id, environment_key, name,
      purpose, scopes, revoked_at, last_used_at, secret_hashes, atrium_has_revoked_tokens(client_id) AS has_revoked_tokens
    FROM atrium_resolve_credential_or_another(${clientId}) AS client_id, atrium_resolve_credential(client_id)`);
  return found?.clientId === clientId ? found : null;
}

/** Whether a credential may be used at all. */
export function isUsable({ revokedAt, tenantStatus }: ResolvedCredential): boolean {
  return revokedAt === null && tenantStatus === "active";
}

/** Stores a credential with its first secret.
 *  @returns its id */
export async function insertCredential(
  db: Queryable,
  credential: {
    name: string;
    purpose: CredentialPurpose;
    scopes: string[];
    clientId: string;
    secretHash: Buffer;
    hint: string;
  },
): Promise<string> {
  const { name, purpose, scopes, clientId, secretHash, hint } = credential;
  const id = newId();
  await Promise.all([
    db.execute(write`
      INSERT INTO credentials (id, tenant_id, environment_id, client_id, name, purpose, scopes)
      VALUES (${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${clientId}, ${name},
        ${purpose}::credential_purpose, ${scopes}::text[])`),
    insertCredentialSecret(db, { credentialId: id, secretHash, hint, slot: 1 }),
  ]);
  return id;
}

/** A secret without its secret part. */
export interface ListedSecret {
  id: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A credential with its live secrets, oldest first, without their secret parts. */
export interface ListedCredential {
  id: string;
  clientId: string;
  name: string;
  purpose: CredentialPurpose;
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  secrets: ListedSecret[];
}

/** Lists the environment's credentials, newest first. */
export function listCredentialRows(db: Queryable): Promise<ListedCredential[]> {
  return listed(db, sql`c.environment_id = ${db.environmentId}::uuid`);
}

/** Returns one credential by its client id, or null. */
export async function readCredentialRow(
  db: Queryable,
  clientId: string,
): Promise<ListedCredential | null> {
  const [found] = await listed(
    db,
    sql`c.environment_id = ${db.environmentId}::uuid AND c.client_id = ${clientId}`,
  );
  return found ?? null;
}

/** Returns one credential by its id, or null. */
export async function findCredential(db: Queryable, id: string): Promise<ListedCredential | null> {
  const [found] = await listed(
    db,
    sql`c.environment_id = ${db.environmentId}::uuid AND c.id = ${id}::uuid`,
  );
  return found ?? null;
}

async function listed(db: Queryable, which: Sql): Promise<ListedCredential[]> {
  const [credentials, secrets] = await Promise.all([
    db.query(read<Omit<ListedCredential, "secrets">>`
      SELECT c.id, c.client_id, c.name, c.purpose, c.scopes, c.created_at, c.last_used_at, c.revoked_at
      FROM credentials c WHERE ${which} ORDER BY c.id DESC`),
    db.query(read<ListedSecret & { credentialId: string }>`
      SELECT s.credential_id, s.id, s.hint, s.created_at, s.last_used_at
      FROM credentials c JOIN credential_secrets s ON s.credential_id = c.id
      WHERE ${which} AND s.revoked_at IS NULL ORDER BY s.id`),
  ]);
  const secretsOf = Map.groupBy(secrets, ({ credentialId }) => credentialId);
  return credentials.map((credential) => ({
    ...credential,
    secrets: (secretsOf.get(credential.id) ?? []).map(({ credentialId: _, ...secret }) => secret),
  }));
}

/** Marks a credential revoked, once. */
export async function revokeCredentialRow(
  db: Queryable,
  id: string,
  at: Date,
): Promise<"revoked" | "revoked_before" | "unknown"> {
  const which = sql`id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`;
  const found = await db.first(lock<{ isRevokedNow: boolean }>`
    WITH revoked AS (
      UPDATE credentials SET revoked_at = ${at}::timestamptz WHERE ${which} AND revoked_at IS NULL RETURNING id)
    SELECT EXISTS (SELECT FROM revoked) AS is_revoked_now FROM credentials WHERE ${which}`);
  if (!found) return "unknown";
  return found.isRevokedNow ? "revoked" : "revoked_before";
}

/** Records that a credential, and the secret it presented, were used. */
export async function touchCredential(
  db: Queryable,
  credentialId: string,
  secretHash: Buffer,
  at: Date,
): Promise<void> {
  await Promise.all([
    db.execute(write`
      UPDATE credentials SET last_used_at = ${at}::timestamptz WHERE id = ${credentialId}::uuid`),
    db.execute(write`
      UPDATE credential_secrets SET last_used_at = ${at}::timestamptz
      WHERE credential_id = ${credentialId}::uuid AND secret_hash = ${secretHash}`),
  ]);
}
