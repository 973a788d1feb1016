import { jwtVerify, SignJWT } from "jose";
import type { InstallationCaller, RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { ServiceError } from "@/lib/errors";
import { isInService } from "@/lib/installations/installation";
import {
  type ResolvedInstallation,
  resolveInstallation,
} from "@/lib/installations/installation-store";
import { signer, verificationKey } from "@/lib/signing-keys/signing-keys";

/** How long an installation's token lives, in seconds: as long as any machine token. */
export const INSTALLATION_TOKEN_SECONDS = 900;

/** What installations may do: tell how far they have come. None of the management plane's scopes. */
export const installationScopes = ["installations:report"] as const;

// A machine token of the same API and by the same key; what it names is not a credential but an installation.
const AUDIENCE = "service-management-api";

/** Signs an access token (RFC 9068) for an installation. What it may touch follows from the claims: its own
 *  app, in its own organization if it has one. */
export async function signInstallationToken(
  installation: ResolvedInstallation,
  scope: string,
  at: Date,
): Promise<string> {
  const { kid, alg, key } = await signer("machine_token");
  const issuedAt = Math.floor(at.getTime() / 1000);
  return new SignJWT({
    client_id: installation.installationId,
    scope,
    tenant_id: installation.tenantPublicId,
    environment: installation.environmentKey,
    installation_id: installation.installationId,
    app_id: installation.appId,
    organization_id: installation.organizationId,
  })
    .setProtectedHeader({ alg, kid, typ: "at+jwt" })
    .setIssuer(config().baseUrl)
    .setSubject(installation.installationId)
    .setAudience(AUDIENCE)
    .setJti(crypto.randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + INSTALLATION_TOKEN_SECONDS)
    .sign(key);
}

/** The installation behind a token, or null when the token proves nothing or is not an installation's. It is
 *  looked up on each call, so that retiring it, or disabling its app or organization, ends its tokens at once.
 *  @throws ServiceError `tenant_disabled` */
export async function verifyInstallationToken(
  token: string,
  context: RequestContext,
): Promise<InstallationCaller | null> {
  const claims = await verifiedClaims(token);
  if (typeof claims?.installation_id !== "string" || typeof claims.scope !== "string") return null;
  const found = await resolveInstallation(claims.installation_id);
  if (!found || found.tenantPublicId !== claims.tenant_id) return null;
  if (found.tenantStatus !== "active")
    throw new ServiceError("tenant_disabled", { detail: "This tenant is disabled." });
  if (!isInService(found)) return null;
  const { installationId, tenantId, tenantPublicId, environmentId, environmentKey } = found;
  return {
    ...{ installationId, tenantId, tenantPublicId, environmentId, environmentKey, context },
    ...{ appId: found.appId, organizationId: found.organizationId, lastSeenAt: found.lastSeenAt },
    actor: { type: "installation", id: installationId, name: found.name },
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
        audience: AUDIENCE,
        typ: "at+jwt",
        currentDate: now(),
        requiredClaims: ["exp", "iat", "jti", "installation_id", "tenant_id"],
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
