import type { TenantScope } from "@/lib/caller";
import {
  atOnce,
  type PreparedSql,
  Prisma,
  queryBeforeTenant,
  runIn,
  type TenantTransaction,
} from "@/lib/db";
import { Kept } from "@/lib/kept";
import type { OidcClient } from "@/lib/oidc-clients/oidc-client";
import { singleton } from "@/lib/singleton";

/** A relying party with the hashes of its live secrets. */
export interface ResolvedOidcClient extends OidcClient {
  secretHashes: Uint8Array[];
}

const nowhere: TenantScope = {
  tenantId: "00000000-0000-0000-0000-000000000000",
  environmentId: "00000000-0000-0000-0000-000000000000",
};

/** A relying party and the environment it is in. */
interface PlacedOidcClient {
  scope: TenantScope;
  client: ResolvedOidcClient;
}

const clients = singleton("kept-oidc-clients", () => new Kept<PlacedOidcClient>(2_000));

/** The relying party with this client id, in whatever tenant it is, or null. One of a disabled tenant is as
 *  good as unknown, and an unknown id costs the same statements as a known one.
 *  @param good whether a copy that this process has kept will do */
export function resolveOidcClient(
  clientId: string,
  good: (found: PlacedOidcClient) => boolean = () => true,
): Promise<PlacedOidcClient | null> {
  return clients.get(clientId, good, async () => {
    const value = await readPlacedClient(clientId);
    return value && { tenantId: value.scope.tenantId, value };
  });
}

async function readPlacedClient(clientId: string): Promise<PlacedOidcClient | null> {
  const [row] = await queryBeforeTenant<TenantScope & { tenantStatus: string }>(
    "resolve-oidc-client",
    `SELECT tenant_id AS "tenantId", environment_id AS "environmentId", tenant_status::text AS "tenantStatus"
     FROM atrium_resolve_oidc_client($1)`,
    [clientId],
  );
  const { tenantId, environmentId } = row?.tenantStatus === "active" ? row : nowhere;
  const scope = { tenantId, environmentId };
  const [[client]] = await atOnce(scope, [oidcClient(scope, clientId)]);
  return client ? { scope, client } : null;
}

/** The environment's relying party with this client id, if it is not revoked. */
export async function readOidcClient(
  transaction: TenantTransaction,
  clientId: string,
): Promise<ResolvedOidcClient | null> {
  const [row] = await runIn(transaction, oidcClient(transaction, clientId));
  return row ?? null;
}

function oidcClient(
  { environmentId }: Pick<TenantScope, "environmentId">,
  clientId: string,
): PreparedSql<ResolvedOidcClient> {
  const sql = Prisma.sql`
    SELECT c.id, c.client_id AS "clientId", c.name, c.type::text AS type, c.app_id AS "appId",
           c.redirect_uris AS "redirectUris", c.post_logout_redirect_uris AS "postLogoutRedirectUris",
           c.backchannel_logout_uri AS "backchannelLogoutUri", c.first_party AS "firstParty",
           c.created_at AS "createdAt", c.last_used_at AS "lastUsedAt", c.revoked_at AS "revokedAt",
           COALESCE((SELECT array_agg(s.secret_hash ORDER BY s.slot) FROM oidc_client_secrets s
                     WHERE s.oidc_client_id = c.id AND s.revoked_at IS NULL), '{}') AS "secretHashes"
    FROM oidc_clients c
    WHERE c.client_id = ${clientId} AND c.environment_id = ${environmentId}::uuid AND c.revoked_at IS NULL`;
  return { name: "oidc-client", sql };
}

/** Every relying party of the environment, revoked ones too, with what may be shown of their live secrets. */
export async function listOidcClients({ sql, environmentId }: TenantTransaction) {
  return sql.oidcClient.findMany({
    where: { environmentId },
    orderBy: { createdAt: "asc" },
    include: {
      secrets: {
        where: { revokedAt: null },
        orderBy: { createdAt: "asc" },
        select: { id: true, hint: true, createdAt: true, lastUsedAt: true },
      },
    },
  });
}

/** What a relying party's settings hold. */
export type OidcClientSettings = Pick<
  OidcClient,
  | "name"
  | "type"
  | "appId"
  | "redirectUris"
  | "postLogoutRedirectUris"
  | "backchannelLogoutUri"
  | "firstParty"
>;

/** Adds a relying party. */
export async function insertOidcClient(
  { sql, tenantId, environmentId }: TenantTransaction,
  clientId: string,
  settings: OidcClientSettings,
): Promise<OidcClient> {
  return sql.oidcClient.create({ data: { ...settings, clientId, tenantId, environmentId } });
}

/** Changes a relying party that is not revoked; null when there is none. */
export async function updateOidcClientRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  changes: Partial<Omit<OidcClientSettings, "type">> & { revokedAt?: Date },
): Promise<OidcClient | null> {
  const rows = await sql.oidcClient.updateManyAndReturn({
    where: { id, environmentId, revokedAt: null },
    data: changes,
  });
  return rows[0] ?? null;
}

/** The relying party with this id, if it is not revoked. */
export async function findOidcClientById(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<OidcClient | null> {
  return sql.oidcClient.findFirst({ where: { id, environmentId, revokedAt: null } });
}

/** Whether the environment has this app. */
export async function appExists(
  { sql, environmentId }: TenantTransaction,
  appId: string,
): Promise<boolean> {
  return (await sql.app.count({ where: { id: appId, environmentId } })) === 1;
}

/** Which of the two slots of a client hold a live secret. */
export async function liveClientSecretSlots(
  { sql }: TenantTransaction,
  oidcClientId: string,
): Promise<number[]> {
  const rows = await sql.oidcClientSecret.findMany({
    where: { oidcClientId, revokedAt: null },
    select: { slot: true },
  });
  return rows.map((row) => row.slot);
}

/** Stores the hash of a client's new secret. */
export async function insertOidcClientSecret(
  { sql, tenantId }: TenantTransaction,
  secret: { oidcClientId: string; secretHash: Buffer<ArrayBuffer>; hint: string; slot: number },
): Promise<string> {
  return (await sql.oidcClientSecret.create({ data: { ...secret, tenantId } })).id;
}

/** Ends a client's secret; false when it had ended or never was. */
export async function endOidcClientSecret(
  { sql }: TenantTransaction,
  oidcClientId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { count } = await sql.oidcClientSecret.updateMany({
    where: { id, oidcClientId, revokedAt: null },
    data: { revokedAt: at },
  });
  return count === 1;
}

/** Notes that a client, and the secret it presented, were used. */
export async function touchOidcClient(
  { sql }: TenantTransaction,
  id: string,
  secretHash: Buffer<ArrayBuffer> | null,
  at: Date,
): Promise<void> {
  await sql.oidcClient.updateMany({ where: { id }, data: { lastUsedAt: at } });
  if (secretHash)
    await sql.oidcClientSecret.updateMany({ where: { secretHash }, data: { lastUsedAt: at } });
}
