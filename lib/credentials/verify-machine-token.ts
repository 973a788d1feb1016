import { jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import type { MachineCaller, RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { resolveCredential } from "@/lib/credentials/credential-store";
import { MANAGEMENT_AUDIENCE } from "@/lib/credentials/machine-token";
import { ServiceError } from "@/lib/errors";
import { stillVerifies, verificationKey } from "@/lib/signing-keys/signing-keys";
import { singleton } from "@/lib/singleton";

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

type Claims = Record<string, unknown> & { exp?: number; nbf?: number };

/** Claims of tokens whose signature this process verified lately. Everything that can end a token is still asked
 *  each time: its own time, its key and its credential. */
const known = singleton(
  "machine-tokens",
  () => new LRUCache<string, { kid: string; claims: Claims }>({ max: 5_000 }),
);

async function verifiedClaims(token: string): Promise<Claims | null> {
  const before = known.get(token);
  if (before && isTimely(before.claims) && (await stillVerifies("machine_token", before.kid)))
    return before.claims;
  try {
    const { payload, protectedHeader } = await jwtVerify(
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
    if (protectedHeader.kid !== undefined)
      known.set(token, { kid: protectedHeader.kid, claims: payload });
    return payload;
  } catch (error) {
    // jose's own refusals carry a code; anything else (the database, say) is not the token's fault.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J"))
      return null;
    throw error;
  }
}

function isTimely({ exp = 0, nbf = 0 }: Claims): boolean {
  const seconds = Math.floor(now().getTime() / 1000);
  return nbf <= seconds && seconds < exp;
}
