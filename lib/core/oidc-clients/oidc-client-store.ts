import { type ClientMethods, usualMethods } from "@/lib/core/oidc-clients/client-methods";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import type { TenantScope } from "@/lib/kernel/caller";
import { assignments } from "@/lib/kernel/db/assignments";
import { inBatch } from "@/lib/kernel/db/batch";
import { lock, type Queryable, read, type Sql, sql, write } from "@/lib/kernel/db/queryable";
import { TenantCache } from "@/lib/kernel/db/tenant-cache";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { singleton } from "@/lib/kernel/process/singleton";

/** A relying party with the hashes of its live secrets. */
export interface ResolvedOidcClient extends OidcClient {
  secretHashes: Uint8Array[];
}

const nowhere: TenantScope = {
  tenantId: "00000000-0000-0000-0000-000000000000",
  environmentId: "00000000-0000-0000-0000-000000000000",
};

/** A relying party and its environment. */
interface PlacedOidcClient {
  scope: TenantScope;
  client: ResolvedOidcClient;
}

const clients = singleton(
  "oidc-client-cache",
  () => new TenantCache<PlacedOidcClient>("relying_parties", 2_000),
);

/** Finds the relying party with this client id in any tenant, or null. A client of a disabled tenant counts
 *  as unknown, and an unknown id costs the same statements and rows as a known one.
 *  @param good whether a cached copy is sufficient */
export function resolveOidcClient(
  clientId: string,
  good: (found: PlacedOidcClient) => boolean = () => true,
): Promise<PlacedOidcClient | null> {
  return clients.get(clientId, good, async () => {
    const value = await readPlacedClient(clientId);
    return value && { tenantId: value.scope.tenantId, value };
  });
}

/** Reads another relying party when the id is unknown, for the same work, and returns null. */
async function readPlacedClient(clientId: string): Promise<PlacedOidcClient | null> {
  const row = await unscoped.first(read<TenantScope & { clientId: string; tenantStatus: string }>`
    SELECT client_id, tenant_id, environment_id, tenant_status
    FROM atrium_resolve_oidc_client_or_another(${clientId}) AS client_id, atrium_resolve_oidc_client(client_id)`);
  const { tenantId, environmentId } = row ?? nowhere;
  const scope = { tenantId, environmentId };
  const client = await inBatch(scope, (db) => readOidcClient(db, row?.clientId ?? clientId));
  const isUsable = row?.tenantStatus === "active" && client?.clientId === clientId;
  return isUsable ? { scope, client } : null;
}

const COLUMNS = sql`
  id, client_id, key, name, type, app_id, redirect_uris, post_logout_redirect_uris, backchannel_logout_uri, first_party,
  allowed_scopes, device_authorization, created_at, last_used_at, revoked_at,
  COALESCE(token_endpoint_auth_method::text, CASE type WHEN 'public' THEN 'none' ELSE 'client_secret_basic' END)
    AS token_endpoint_auth_method,
  jwks, jwks_uri, id_token_signed_response_alg, require_pushed_authorization_requests, dpop_bound_access_tokens, profile,
  refresh_grace_seconds`;

/** Reads the environment's relying party with this client id, unless it is revoked. */
export function readOidcClient(
  db: Queryable,
  clientId: string,
): Promise<ResolvedOidcClient | null> {
  return db.first(read<ResolvedOidcClient>`
    SELECT ${COLUMNS},
      ARRAY(SELECT s.secret_hash FROM oidc_client_secrets s
            WHERE s.oidc_client_id = c.id AND s.revoked_at IS NULL ORDER BY s.slot) AS secret_hashes
    FROM oidc_clients c
    WHERE client_id = ${clientId} AND environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL`);
}

/** Returns the client id of the environment's live relying party with this key, or null. */
export async function findClientIdByKey(db: Queryable, key: string): Promise<string | null> {
  const found = await db.first(read<{ clientId: string }>`
    SELECT client_id FROM oidc_clients
    WHERE environment_id = ${db.environmentId}::uuid AND key = ${key} AND revoked_at IS NULL`);
  return found?.clientId ?? null;
}

/** A client's secret without its value. */
export interface ListedClientSecret {
  id: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A relying party with its live secrets, without their values, the oldest first. */
export interface ListedOidcClient extends OidcClient {
  secrets: ListedClientSecret[];
}

/** Returns all relying parties of the environment, including revoked ones, the oldest first. */
export function listOidcClients(db: Queryable): Promise<ListedOidcClient[]> {
  return listed(db, sql`c.environment_id = ${db.environmentId}::uuid`);
}

/** Returns one of them by its id, revoked or not; null when there is none. */
export async function findListedClient(
  db: Queryable,
  id: string,
): Promise<ListedOidcClient | null> {
  const [found] = await listed(
    db,
    sql`c.environment_id = ${db.environmentId}::uuid AND c.id = ${id}::uuid`,
  );
  return found ?? null;
}

async function listed(db: Queryable, which: Sql): Promise<ListedOidcClient[]> {
  const [found, secrets] = await Promise.all([
    db.query(read<OidcClient>`
      SELECT ${COLUMNS} FROM oidc_clients c WHERE ${which} ORDER BY c.created_at, c.id`),
    db.query(read<ListedClientSecret & { oidcClientId: string }>`
      SELECT s.oidc_client_id, s.id, s.hint, s.created_at, s.last_used_at
      FROM oidc_clients c JOIN oidc_client_secrets s ON s.oidc_client_id = c.id
      WHERE ${which} AND s.revoked_at IS NULL ORDER BY s.created_at, s.id`),
  ]);
  const secretsOf = Map.groupBy(secrets, ({ oidcClientId }) => oidcClientId);
  return found.map((client) => ({
    ...client,
    secrets: (secretsOf.get(client.id) ?? []).map(({ oidcClientId: _, ...secret }) => secret),
  }));
}

/** Settings of a relying party. */
export type OidcClientSettings = Pick<
  OidcClient,
  | "name"
  | "type"
  | "appId"
  | "redirectUris"
  | "postLogoutRedirectUris"
  | "backchannelLogoutUri"
  | "firstParty"
> &
  Partial<Pick<OidcClient, "allowedScopes" | "deviceAuthorization" | "key"> & ClientMethods>;

/** Adds a relying party. PostgreSQL derives a missing key from the name.
 *  @throws a unique violation when the key is taken */
export async function insertOidcClient(
  db: Queryable,
  clientId: string,
  settings: OidcClientSettings,
): Promise<OidcClient> {
  const { name, type, appId, redirectUris, postLogoutRedirectUris } = settings;
  const { backchannelLogoutUri, firstParty, allowedScopes = [], key = null } = settings;
  const { deviceAuthorization = false } = settings;
  const methods = { ...usualMethods(type), ...settings };
  const [added] = await db.query(write<OidcClient>`
    INSERT INTO oidc_clients (tenant_id, environment_id, client_id, key, name, type, app_id, redirect_uris,
      post_logout_redirect_uris, backchannel_logout_uri, first_party, allowed_scopes, device_authorization,
      token_endpoint_auth_method, jwks, jwks_uri, id_token_signed_response_alg, require_pushed_authorization_requests,
      dpop_bound_access_tokens, profile, refresh_grace_seconds)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${clientId}, ${key}, ${name}, ${type}::oidc_client_type,
      ${appId}::uuid, ${redirectUris}::text[], ${postLogoutRedirectUris}::text[], ${backchannelLogoutUri},
      ${firstParty}::boolean, ${allowedScopes}::text[], ${deviceAuthorization}::boolean,
      ${methods.tokenEndpointAuthMethod}::oidc_client_auth_method, ${jsonOf(methods.jwks)}::jsonb, ${methods.jwksUri},
      ${methods.idTokenSignedResponseAlg}::id_token_algorithm, ${methods.requirePushedAuthorizationRequests}::boolean,
      ${methods.dpopBoundAccessTokens}::boolean, ${methods.profile}::oidc_client_profile,
      ${methods.refreshGraceSeconds}::smallint)
    RETURNING ${COLUMNS}`);
  if (!added) throw new Error("unreachable: the row was added");
  return added;
}

/** Changes a relying party that is not revoked; absent fields are unchanged. Returns null when there is
 *  none. */
export function updateOidcClientRow(
  db: Queryable,
  id: string,
  changes: Partial<Omit<OidcClientSettings, "type" | "key">> & { revokedAt?: Date },
): Promise<OidcClient | null> {
  const set = assignments({
    name: changes.name,
    app_id: changes.appId,
    redirect_uris: changes.redirectUris,
    post_logout_redirect_uris: changes.postLogoutRedirectUris,
    backchannel_logout_uri: changes.backchannelLogoutUri,
    first_party: changes.firstParty,
    allowed_scopes: changes.allowedScopes,
    device_authorization: changes.deviceAuthorization,
    token_endpoint_auth_method: changes.tokenEndpointAuthMethod,
    jwks: changes.jwks === undefined ? undefined : jsonOf(changes.jwks),
    jwks_uri: changes.jwksUri,
    id_token_signed_response_alg: changes.idTokenSignedResponseAlg,
    require_pushed_authorization_requests: changes.requirePushedAuthorizationRequests,
    dpop_bound_access_tokens: changes.dpopBoundAccessTokens,
    profile: changes.profile,
    refresh_grace_seconds: changes.refreshGraceSeconds,
    revoked_at: changes.revokedAt,
    updated_at: sql`now()`,
  });
  return db.first(lock<OidcClient>`
    UPDATE oidc_clients SET ${set}
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL
    RETURNING ${COLUMNS}`);
}

/** Text of a JSON column, or null. */
function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Finds the relying party with this id, unless it is revoked. */
export function findOidcClientById(db: Queryable, id: string): Promise<OidcClient | null> {
  return db.first(read<OidcClient>`
    SELECT ${COLUMNS} FROM oidc_clients
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL`);
}

/** Records the use of a client. */
export async function touchOidcClient(db: Queryable, id: string, at: Date): Promise<void> {
  await db.execute(write`
    UPDATE oidc_clients SET last_used_at = ${at}::timestamptz WHERE id = ${id}::uuid`);
}
