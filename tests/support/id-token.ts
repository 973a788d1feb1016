import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";
import { publicKeys } from "@/lib/core/signing-keys/signing-keys";
import { config } from "@/lib/kernel/config/config";

/** The claims of an ID token, verified as a relying party has to (OpenID Connect Core §3.1.3.7). */
export async function verifiedClaims(idToken: string, clientId: string): Promise<JWTPayload> {
  const keys = createLocalJWKSet({ keys: await publicKeys() });
  const { payload } = await jwtVerify(idToken, keys, {
    issuer: config().baseUrl,
    audience: clientId,
    algorithms: ["RS256"],
    requiredClaims: ["sub", "iat", "exp"],
  });
  return payload;
}
