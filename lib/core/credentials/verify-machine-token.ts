import { resolveCredential } from "@/lib/core/credentials/credential-store";
import { isRevokedByHolder } from "@/lib/core/credentials/is-given-back";
import { machineTokenClaims } from "@/lib/core/credentials/machine-token-claims";
import type { MachineCaller, RequestContext } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** Returns the caller of a machine token, or null when the token proves nothing or is not a credential's.
 *  The credential is looked up on each call, so that revoking it, disabling its tenant or revoking the
 *  token ends it at once.
 *  @throws ServiceError `tenant_disabled` */
export async function verifyMachineToken(
  token: string,
  context: RequestContext,
): Promise<MachineCaller | null> {
  const claims = await machineTokenClaims(token);
  if (typeof claims?.client_id !== "string" || typeof claims.scope !== "string") return null;
  const credential = await resolveCredential(claims.client_id);
  if (!credential || credential.revokedAt || credential.tenantPublicId !== claims.tenant_id)
    return null;
  if (credential.tenantStatus !== "active")
    throw new ServiceError("tenant_disabled", { detail: "This tenant is disabled." });
  if (await isRevokedByHolder(credential, claims.jti)) return null;
  return {
    tenantId: credential.tenantId,
    environmentId: credential.environmentId,
    environmentKey: credential.environmentKey,
    tenantPublicId: credential.tenantPublicId,
    credentialId: credential.credentialId,
    actor: { type: "credential", id: credential.credentialId, name: credential.name },
    context,
    scopes: new Set(claims.scope.split(" ")),
  };
}
