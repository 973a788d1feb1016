import { usualMethods } from "@/lib/core/oidc-clients/client-methods";
import {
  type ResolvedOidcClient,
  resolveOidcClient,
} from "@/lib/core/oidc-clients/oidc-client-store";
import { keyOfEnvironment } from "@/lib/core/tenants/environment-store";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** A tenant and one of its environments, by their names in addresses. */
export interface NamedPlace {
  /** Public id of the tenant. */
  tenant: string;
  /** Key of the environment. */
  environment: string;
}

/** Returns the names of an environment in addresses. */
export async function placeOfScope(scope: TenantScope): Promise<NamedPlace> {
  const [tenant, environment] = await inTransaction(scope, (db) =>
    Promise.all([readTenant(db), keyOfEnvironment(db)]),
  );
  return { tenant: tenant.publicId, environment };
}

/** Client id of the service itself as a relying party of its own issuer. Registered ids begin with `aoc_`, so
 *  none is the same; and no endpoint accepts it: only `beginOwnSignIn` makes requests with it. The id
 *  contains its environment, because an expired sign-in leaves nothing else. */
export function ownClientId({ tenant, environment }: NamedPlace): string {
  return `account.${tenant}.${environment}`;
}

/** Returns the environment of an own client id, or null for any other id. */
export function ownPlaceOf(clientId: string): NamedPlace | null {
  const [own, tenant, environment, ...more] = clientId.split(".");
  return own === "account" && tenant && environment && more.length === 0
    ? { tenant, environment }
    : null;
}

/** Returns the service as the relying party of one sign-in, which ends at one of its own pages.
 *  @param clientId made by `ownClientId`
 *  @param redirectUri on our own origin */
export function ownClient(clientId: string, redirectUri: string): ResolvedOidcClient {
  return {
    id: "00000000-0000-0000-0000-000000000000",
    clientId,
    ...usualMethods("public"),
    key: "account-security",
    name: "Account security",
    type: "public",
    appId: null,
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    firstParty: true,
    allowedScopes: [],
    deviceAuthorization: false,
    createdAt: new Date(0),
    lastUsedAt: null,
    revokedAt: null,
    secretHashes: [],
  };
}

/** Returns the relying party of a stored interaction of this environment.
 *  @returns null for one that was revoked, or whose tenant was disabled */
export async function clientOfInteraction(
  scope: TenantScope,
  { client_id = "", redirect_uri = "" }: { client_id?: string; redirect_uri?: string },
): Promise<ResolvedOidcClient | null> {
  if (ownPlaceOf(client_id)) {
    const { status } = await inBatch(scope, readTenant);
    return status === "active" ? ownClient(client_id, redirect_uri) : null;
  }
  const found = await resolveOidcClient(client_id);
  return found?.scope.environmentId === scope.environmentId ? found.client : null;
}
