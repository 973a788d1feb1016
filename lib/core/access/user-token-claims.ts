import { type JWTPayload, jwtVerify } from "jose";
import { verificationKey } from "@/lib/core/signing-keys/signing-keys";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { isJoseRefusal } from "@/lib/kernel/crypto/jose-refusal";

/** Returns the claims of a user's access token for one app, or null when the token proves nothing: wrong
 *  signature, key, issuer, type or time (RFC 9068 §4). The caller must check whether its session is live. */
export async function userTokenClaims(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => verificationKey("user_token", header.kid),
      {
        algorithms: ["EdDSA"],
        issuer: config().baseUrl,
        typ: "at+jwt",
        currentDate: now(),
        requiredClaims: ["exp", "iat", "jti", "aud", "sub", "sid", "tenant_id", "environment"],
      },
    );
    return payload;
  } catch (error) {
    if (isJoseRefusal(error)) return null;
    throw error;
  }
}
