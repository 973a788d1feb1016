import { type JWTPayload, jwtVerify } from "jose";
import type { PublicKey } from "@/lib/core/installations/installation-key";
import { config } from "@/lib/kernel/config/config";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { ServiceError } from "@/lib/kernel/errors";

/** Maximum difference between a proof's time and ours, in seconds, either way (contract, Enrolment). */
const PROOF_SECONDS = 300;

/** Returns the URL where a token is redeemed, which a proof must name. */
export function redeemUrl(): string {
  return `${config().baseUrl}/api/v1/enrolment/redeem`;
}

/** Verifies that the client that redeems a token holds the private key: a JWS by that key over this
 *  service, this moment and this token. A proof made for another token or service is refused.
 *  @returns the proof's `jti`, and until when it could be presented again
 *  @throws ServiceError `proof_rejected`, stating which part is invalid */
export async function verifyEnrolmentProof(
  input: { token: string; publicKey: PublicKey; proof: string },
  at: Date,
): Promise<{ jti: string; expiresAt: Date }> {
  const claims = await signedClaims(input, at);
  const { iat, jti } = claims;
  const tokenHash = hashSecret(input.token).toString("base64url");
  if (claims.token_sha256 !== tokenHash) throw rejected("token_sha256 is not the token's");
  if (typeof jti !== "string" || jti.length < 1 || jti.length > 255)
    throw rejected("jti must be 1 to 255 characters");
  if (typeof iat !== "number" || Math.abs(at.getTime() / 1000 - iat) > PROOF_SECONDS)
    throw rejected(`iat must be within ${PROOF_SECONDS} seconds of now`);
  return { jti, expiresAt: new Date((iat + PROOF_SECONDS + 1) * 1000) };
}

async function signedClaims(
  { publicKey, proof }: { publicKey: PublicKey; proof: string },
  at: Date,
): Promise<JWTPayload> {
  try {
    const key = { ...publicKey, alg: "EdDSA" };
    const { payload } = await jwtVerify(proof, key, {
      algorithms: ["EdDSA"],
      typ: "enrolment-proof+jwt",
      audience: redeemUrl(),
      currentDate: at,
    });
    return payload;
  } catch (error) {
    throw rejected(
      "it must be an EdDSA signature by public_key, of this type and for this address",
      error,
    );
  }
}

function rejected(why: string, cause?: unknown): ServiceError {
  return new ServiceError("proof_rejected", { detail: `proof: ${why}.`, cause });
}
