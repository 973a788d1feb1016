import { queryBeforeTenant, type TenantTransaction } from "@/lib/db";
import { isId } from "@/lib/ids";
import type {
  Installation,
  InstallationStatus,
  NewInstallation,
} from "@/lib/installations/installation";
import type { PublicKey } from "@/lib/installations/installation-key";

/** What is read of an installation. */
export const installationFields = {
  id: true,
  name: true,
  platform: true,
  version: true,
  status: true,
  keyThumbprint: true,
  appId: true,
  organizationId: true,
  enrolledAt: true,
  lastSeenAt: true,
} as const;

/** The installation with this id in the environment. */
export function findInstallation(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<Installation | null> {
  return sql.installation.findFirst({ where: { id, environmentId }, select: installationFields });
}

/** The id of the tenant's installation with this key, in whatever environment and status it is. */
export async function findInstallationOfKey(
  { sql, tenantId }: TenantTransaction,
  keyThumbprint: string,
): Promise<string | null> {
  const row = await sql.installation.findUnique({
    where: { tenantId_keyThumbprint: { tenantId, keyThumbprint } },
    select: { id: true },
  });
  return row?.id ?? null;
}

/** Adds an installation, unless the tenant has one with this key. A trigger counts it.
 *  @returns whether it was added */
export async function insertInstallation(
  { sql, tenantId, environmentId }: TenantTransaction,
  installation: NewInstallation,
): Promise<boolean> {
  const { publicKey, ...columns } = installation;
  const { count } = await sql.installation.createMany({
    data: [{ ...columns, publicKey: { ...publicKey }, tenantId, environmentId }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** Marks an active installation retired, once. A trigger takes it off the count.
 *  @returns whether it was active */
export async function retireInstallationRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const { count } = await sql.installation.updateMany({
    where: { id, environmentId, status: "active" },
    data: { status: "retired", retiredAt: at },
  });
  return count === 1;
}

/** Notes that an installation was seen. */
export async function touchInstallation(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<void> {
  await sql.installation.updateMany({ where: { id, environmentId }, data: { lastSeenAt: at } });
}

/** An installation as it is known before its tenant is, with all that can stop it. */
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
}

/** The installation with this id, in whatever tenant it is, or null. */
export async function resolveInstallation(id: string): Promise<ResolvedInstallation | null> {
  if (!isId(id)) return null;
  const rows = await queryBeforeTenant<ResolvedInstallation>(
    "resolve-installation",
    `SELECT installation_id AS "installationId", tenant_id AS "tenantId", tenant_public_id AS "tenantPublicId",
            tenant_status AS "tenantStatus", environment_id AS "environmentId", environment_key AS "environmentKey",
            name, status, public_key AS "publicKey", key_thumbprint AS "keyThumbprint", app_id AS "appId",
            app_status AS "appStatus", organization_id AS "organizationId", workspace_status AS "workspaceStatus",
            last_seen_at AS "lastSeenAt"
     FROM atrium_resolve_installation($1)`,
    [id],
  );
  return rows[0] ?? null;
}
