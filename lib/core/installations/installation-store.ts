import type {
  Installation,
  InstallationStatus,
  NewInstallation,
} from "@/lib/core/installations/installation";
import type { PublicKey } from "@/lib/core/installations/installation-key";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { isId } from "@/lib/kernel/ids";

const COLUMNS = sql`
  id, name, platform, version, status, key_thumbprint, app_id, organization_id, enrolled_at, last_seen_at`;

/** Returns the installation with this id in the environment. */
export function findInstallation(db: Queryable, id: string): Promise<Installation | null> {
  return db.first(read<Installation>`
    SELECT ${COLUMNS} FROM installations
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Returns the id of the tenant's installation with this key, in any environment and status. */
export async function findInstallationOfKey(
  db: Queryable,
  keyThumbprint: string,
): Promise<string | null> {
  const found = await db.first(read<{ id: string }>`
    SELECT id FROM installations
    WHERE tenant_id = ${db.tenantId}::uuid AND key_thumbprint = ${keyThumbprint}`);
  return found?.id ?? null;
}

/** Adds an installation, unless the tenant has one with this key. A trigger counts it.
 *  @returns whether it was added */
export async function insertInstallation(
  db: Queryable,
  installation: NewInstallation,
): Promise<boolean> {
  const { id, name, platform, version, publicKey, keyThumbprint } = installation;
  const { appId, organizationId, enrolmentTokenId, enrolledAt } = installation;
  const added = await db.execute(lock`
    INSERT INTO installations (id, tenant_id, environment_id, name, platform, version, public_key, key_thumbprint,
      app_id, organization_id, enrolment_token_id, enrolled_at)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${name}, ${platform}, ${version},
      ${JSON.stringify(publicKey)}::jsonb, ${keyThumbprint}, ${appId}::uuid, ${organizationId}::uuid,
      ${enrolmentTokenId}::uuid, ${enrolledAt}::timestamptz)
    ON CONFLICT DO NOTHING`);
  return added === 1;
}

/** Marks an active installation retired, once. A trigger decrements the count.
 *  @returns whether it was active */
export async function retireInstallationRow(db: Queryable, id: string, at: Date): Promise<boolean> {
  const retired = await db.execute(lock`
    UPDATE installations SET status = 'retired', retired_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND status = 'active'`);
  return retired === 1;
}

/** Locks an active installation's row until the transaction ends. Always before a campaign's row: retiring
 *  locks in that order.
 *  @returns whether it is active */
export async function lockActiveInstallation(db: Queryable, id: string): Promise<boolean> {
  const held = await db.query(lock`
    SELECT FROM installations
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND status = 'active' FOR NO KEY UPDATE`);
  return held.length === 1;
}

/** Stores an installation's present version. */
export async function updateInstallationVersion(
  db: Queryable,
  id: string,
  version: string,
): Promise<void> {
  await db.execute(write`
    UPDATE installations SET version = ${version}
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Records that an installation was seen. */
export async function touchInstallation(db: Queryable, id: string, at: Date): Promise<void> {
  await db.execute(write`
    UPDATE installations SET last_seen_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** An installation as it is known before its tenant is known, with every status that can stop it. */
export interface ResolvedInstallation {
  installationId: string;
  tenantId: string;
  tenantPublicId: string;
  tenantStatus: "active" | "disabled";
  environmentId: string;
  environmentKey: string;
  name: string;
  status: InstallationStatus;
  publicKey: PublicKey;
  keyThumbprint: string;
  appId: string;
  appStatus: "active" | "disabled";
  organizationId: string | null;
  /** Null for an installation of no organization. */
  workspaceStatus: "active" | "disabled" | null;
  lastSeenAt: Date | null;
  /** Whether it revoked a token of its own before the token's end. */
  hasRevokedTokens: boolean;
}

/** Returns the installation with this id, in any tenant, or null. */
export async function resolveInstallation(id: string): Promise<ResolvedInstallation | null> {
  if (!isId(id)) return null;
  return unscoped.first(read<ResolvedInstallation>`
    SELECT installation_id, tenant_id, tenant_public_id, tenant_status, environment_id, environment_key, name, status,
      public_key, key_thumbprint, app_id, app_status, organization_id, workspace_status, last_seen_at,
      atrium_has_revoked_tokens(${id}::text) AS has_revoked_tokens
    FROM atrium_resolve_installation(${id}::uuid)`);
}
