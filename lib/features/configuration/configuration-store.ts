import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";

/** Locks the tenant's configuration until the transaction ends: files are applied one at a time. */
export async function lockConfiguration(db: Queryable): Promise<void> {
  await db.execute(lock`
    SELECT pg_advisory_xact_lock(hashtextextended('atrium configuration ' || ${db.tenantId}::text, 0))`);
}

/** Lists the apps of each role of the environment, by their keys. */
export function listAppKeysOfRoles(db: Queryable): Promise<{ roleId: string; key: string }[]> {
  return db.query(read<{ roleId: string; key: string }>`
    SELECT r.role_id, a.key FROM role_apps r JOIN apps a ON a.id = r.app_id
    WHERE r.environment_id = ${db.environmentId}::uuid ORDER BY a.key`);
}

/** Lists hashes of the live secrets of the environment's live relying parties, in base64. */
export function listLiveSecretHashes(
  db: Queryable,
): Promise<{ oidcClientId: string; hash: string }[]> {
  return db.query(read<{ oidcClientId: string; hash: string }>`
    SELECT s.oidc_client_id, encode(s.secret_hash, 'base64') AS hash
    FROM oidc_clients c JOIN oidc_client_secrets s ON s.oidc_client_id = c.id
    WHERE c.environment_id = ${db.environmentId}::uuid AND c.revoked_at IS NULL AND s.revoked_at IS NULL`);
}

/** Lists slugs of organizations of the environment, by their ids. */
export function listSlugsOf(
  db: Queryable,
  ids: readonly string[],
): Promise<{ id: string; slug: string }[]> {
  return db.query(read<{ id: string; slug: string }>`
    SELECT o.id, o.slug FROM workspaces w JOIN organizations o ON o.id = w.organization_id
    WHERE w.environment_id = ${db.environmentId}::uuid AND w.organization_id = ANY(${[...ids]}::uuid[])`);
}

/** Finds organizations of the environment by slugs; unknown ones are left out. */
export function findBySlugs(
  db: Queryable,
  slugs: readonly string[],
): Promise<{ id: string; slug: string }[]> {
  return db.query(read<{ id: string; slug: string }>`
    SELECT o.id, o.slug FROM organizations o
    JOIN workspaces w ON w.organization_id = o.id AND w.environment_id = ${db.environmentId}::uuid
    WHERE o.tenant_id = ${db.tenantId}::uuid AND o.slug = ANY(${[...slugs]}::text[])`);
}
