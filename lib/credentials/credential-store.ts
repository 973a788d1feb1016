import type { CredentialPurpose } from "@/lib/credentials/scopes";
import { queryBeforeTenant, type TenantTransaction } from "@/lib/db";
import { Kept } from "@/lib/kept";
import { singleton } from "@/lib/singleton";

/** A machine credential as it is known before its tenant is. */
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
}

const credentials = singleton("kept-credentials", () => new Kept<ResolvedCredential>(5_000));

/** The credential with this client id, in whatever tenant it is, or null.
 *  @param good whether a copy that this process has kept will do */
export function resolveCredential(
  clientId: string,
  good: (credential: ResolvedCredential) => boolean = isUsable,
): Promise<ResolvedCredential | null> {
  return credentials.get(clientId, good, async () => {
    const value = await readCredential(clientId);
    return value && { tenantId: value.tenantId, value };
  });
}

async function readCredential(clientId: string): Promise<ResolvedCredential | null> {
  const rows = await queryBeforeTenant<ResolvedCredential>(
    "resolve-credential",
    `SELECT credential_id AS "credentialId", tenant_id AS "tenantId", tenant_public_id AS "tenantPublicId",
            tenant_status AS "tenantStatus", environment_id AS "environmentId", environment_key AS "environmentKey",
            name, purpose, scopes, revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", secret_hashes AS "secretHashes"
     FROM atrium_resolve_credential($1)`,
    [clientId],
  );
  return rows[0] ?? null;
}

/** Whether a credential is one that may be used at all. */
export function isUsable({ revokedAt, tenantStatus }: ResolvedCredential): boolean {
  return revokedAt === null && tenantStatus === "active";
}

/** Stores a credential with its first secret. */
export async function insertCredential(
  { sql, tenantId, environmentId }: TenantTransaction,
  wanted: {
    name: string;
    purpose: CredentialPurpose;
    scopes: string[];
    clientId: string;
    secretHash: Buffer<ArrayBuffer>;
    hint: string;
  },
): Promise<string> {
  const { secretHash, hint, ...credential } = wanted;
  const row = await sql.credential.create({ data: { ...credential, tenantId, environmentId } });
  await sql.credentialSecret.create({
    data: { tenantId, credentialId: row.id, secretHash, hint, slot: 1 },
  });
  return row.id;
}

/** A secret as it may be shown. */
export interface ListedSecret {
  id: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A credential as it may be shown, with its live secrets, oldest first. */
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

const shown = {
  secrets: {
    where: { revokedAt: null },
    orderBy: { id: "asc" },
    select: { id: true, hint: true, createdAt: true, lastUsedAt: true },
  },
} as const;

/** The environment's credentials, newest first. */
export function listCredentialRows({
  sql,
  environmentId,
}: TenantTransaction): Promise<ListedCredential[]> {
  return sql.credential.findMany({
    where: { environmentId },
    orderBy: { id: "desc" },
    include: shown,
  });
}

/** One of them by its client id, or null. */
export function readCredentialRow(
  { sql, environmentId }: TenantTransaction,
  clientId: string,
): Promise<ListedCredential | null> {
  return sql.credential.findFirst({ where: { clientId, environmentId }, include: shown });
}

/** Marks a credential revoked, once. */
export async function revokeCredentialRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<"revoked" | "revoked_before" | "unknown"> {
  const { count } = await sql.credential.updateMany({
    where: { id, environmentId, revokedAt: null },
    data: { revokedAt: at },
  });
  if (count === 1) return "revoked";
  const known = await sql.credential.count({ where: { id, environmentId } });
  return known === 1 ? "revoked_before" : "unknown";
}

/** Notes that a credential, and the secret it presented, were used. */
export async function touchCredential(
  { sql }: TenantTransaction,
  credentialId: string,
  secretHash: Buffer<ArrayBuffer>,
  at: Date,
): Promise<void> {
  await sql.credential.updateMany({ where: { id: credentialId }, data: { lastUsedAt: at } });
  await sql.credentialSecret.updateMany({
    where: { credentialId, secretHash },
    data: { lastUsedAt: at },
  });
}
