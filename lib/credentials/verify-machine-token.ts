import { jwtVerify } from "jose";
import type { MachineCaller, RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { resolveCredential } from "@/lib/credentials/credential-store";
import { ServiceError } from "@/lib/errors";
import { verificationKey } from "@/lib/signing-keys/signing-keys";

/** The audience of machine tokens (spec, Machine token response). */
export const MANAGEMENT_AUDIENCE = "service-management-api";

/** The caller behind a machine token, or null when the token proves nothing: wrong signature, key, issuer,
 *  audience, type or time. The credential is looked up on each call, so that revoking it or disabling its
 *  tenant ends its tokens at once.
 *  @throws ServiceError `tenant_disabled` */
export async function verifyMachineToken(
  token: string,
  context: RequestContext,
): Promise<MachineCaller | null> {
  const claims = await verifiedClaims(token);
  if (claims === null || typeof claims.client_id !== "string" || typeof claims.scope !== "string")
    return null;
  const credential = await resolveCredential(claims.client_id);
  if (!credential || credential.revokedAt || credential.tenantPublicId !== claims.tenant_id)
    return null;
  if (credential.tenantStatus !== "active")
    throw new ServiceError("tenant_disabled", { detail: "This tenant is disabled." });
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

async function verifiedClaims(token: string): Promise<Record<string, unknown> | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => verificationKey("machine_token", header.kid),
      {
        algorithms: ["EdDSA"],
        issuer: config().baseUrl,
        audience: MANAGEMENT_AUDIENCE,
        typ: "at+jwt",
        currentDate: now(),
        requiredClaims: ["exp", "iat", "jti", "client_id", "tenant_id"],
      },
    );
    return payload;
  } catch (error) {
    // jose's own refusals carry a code; anything else (the database, say) is not the token's fault.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J"))
      return null;
    throw error;
  }
}
