import { isRevokedByHolder } from "@/lib/core/credentials/is-given-back";
import { signMachineToken } from "@/lib/core/credentials/machine-token";
import { machineTokenClaims } from "@/lib/core/credentials/machine-token-claims";
import { isInService } from "@/lib/core/installations/installation";
import {
  type ResolvedInstallation,
  resolveInstallation,
} from "@/lib/core/installations/installation-store";
import type { InstallationCaller, RequestContext } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** Scopes of installations: reporting their progress. None of the management plane's scopes. */
export const installationScopes = ["installations:report"] as const;

/** Signs a machine token for an installation. Its permissions follow from the claims: its own app, in its
 *  own organization if it has one.
 *  @param scope the granted scopes, space-separated */
export function signInstallationToken(
  installation: ResolvedInstallation,
  scope: string,
  at: Date,
): Promise<string> {
  const { installationId, tenantPublicId, environmentKey } = installation;
  const holder = { clientId: installationId, tenantPublicId, environmentKey };
  return signMachineToken(holder, scope, at, {
    installation_id: installationId,
    app_id: installation.appId,
    organization_id: installation.organizationId,
  });
}

/** Returns the installation of a token, or null when the token proves nothing or is not an installation's.
 *  It is looked up on each call, so that retiring it, or disabling its app or organization, ends its
 *  tokens at once.
 *  @throws ServiceError `tenant_disabled` */
export async function verifyInstallationToken(
  token: string,
  context: RequestContext,
): Promise<InstallationCaller | null> {
  const claims = await machineTokenClaims(token);
  if (typeof claims?.installation_id !== "string" || typeof claims.scope !== "string") return null;
  const found = await resolveInstallation(claims.installation_id);
  if (!found || found.tenantPublicId !== claims.tenant_id) return null;
  if (found.tenantStatus !== "active")
    throw new ServiceError("tenant_disabled", { detail: "This tenant is disabled." });
  if (!isInService(found) || (await isRevokedByHolder(found, claims.jti))) return null;
  const { installationId, tenantId, tenantPublicId, environmentId, environmentKey } = found;
  return {
    ...{ installationId, tenantId, tenantPublicId, environmentId, environmentKey, context },
    ...{ appId: found.appId, organizationId: found.organizationId, lastSeenAt: found.lastSeenAt },
    actor: { type: "installation", id: installationId, name: found.name },
    scopes: new Set(claims.scope.split(" ")),
  };
}
