import { type JWTPayload, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { MANAGEMENT_AUDIENCE } from "@/lib/core/credentials/machine-token";
import { stillVerifies, verificationKey } from "@/lib/core/signing-keys/signing-keys";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { isJoseRefusal } from "@/lib/kernel/crypto/jose-refusal";
import { singleton } from "@/lib/kernel/process/singleton";

/** A process caches the claims of a token whose signature it has verified. Everything that can end the
 *  token is still checked each time: its own time, its key and its holder. */
const verified = singleton(
  "machine-tokens",
  () => new LRUCache<string, { kid: string; claims: JWTPayload }>({ max: 5_000 }),
);

/** Returns the claims of an access token of the management API, a credential's or an installation's, or
 *  null when the token proves nothing: wrong signature, key, issuer, audience, type or time (RFC 9068 §4).
 *  `verifyMachineToken` and `verifyInstallationToken` check whether its holder may still use it. */
export async function machineTokenClaims(token: string): Promise<JWTPayload | null> {
  const before = verified.get(token);
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
      verified.set(token, { kid: protectedHeader.kid, claims: payload });
    return payload;
  } catch (error) {
    if (isJoseRefusal(error)) return null;
    throw error;
  }
}

function isTimely({ exp = 0, nbf = 0 }: JWTPayload): boolean {
  const seconds = Math.floor(now().getTime() / 1000);
  return nbf <= seconds && seconds < exp;
}
