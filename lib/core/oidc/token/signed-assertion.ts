import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { verifyByKeys } from "@/lib/kernel/outbound/verify-by-keys";

/** Longest time to an assertion's expiry, and largest error of its sender's clock, in seconds. A long-lived
 *  assertion is worth stealing, and its `jti` must be stored as long. */
const LONGEST_SECONDS = 300;
const SKEW_SECONDS = 30;

/** Accepted types of an assertion. A JWT that was signed for another purpose is no assertion. */
const types = new Set([undefined, "JWT", "jwt", "client-authentication+jwt"]);

/** Endpoints at which a client authenticates, and which its assertion may name. */
const endpoints = ["token", "par", "revoke", "introspect", "device"];

interface Expected {
  /** The client that claims to have signed it. */
  clientId: string;
  key: JWTVerifyGetKey;
  algorithms: readonly string[];
  /** Its audience must be the issuer alone, as a text (FAPI 2.0 Security Profile §5.3.2.1). */
  strict?: boolean;
  at: Date;
}

/** Verifies a client's signed assertion (RFC 7523 §3): the client's key, the audience and the times.
 *  @returns its `jti`, and until when it could be presented again; null for an assertion that is not for us,
 *    too long-lived or of another kind
 *  @throws errors of the verification: JOSEError for a wrong one, or the failure to look up a key */
export async function signedAssertion(
  assertion: string,
  { clientId, key, algorithms, strict = false, at }: Expected,
): Promise<{ jti: string; expiresAt: Date } | null> {
  const { baseUrl } = config();
  const audience = [
    baseUrl,
    ...(strict ? [] : endpoints.map((name) => `${baseUrl}/oauth/${name}`)),
  ];
  const { payload, protectedHeader } = await verifyByKeys(assertion, key, {
    ...{ algorithms: [...algorithms], issuer: clientId, subject: clientId, audience },
    ...{ currentDate: at, clockTolerance: SKEW_SECONDS, requiredClaims: ["exp", "jti"] },
  });
  const { exp = 0, jti } = payload;
  const short = exp * 1000 <= secondsAfter(at, LONGEST_SECONDS + SKEW_SECONDS).getTime();
  if (!short || !isForUs(payload, audience, strict) || !types.has(protectedHeader.typ)) return null;
  if (typeof jti !== "string" || jti.length < 1 || jti.length > 255) return null;
  return { jti, expiresAt: secondsAfter(new Date(exp * 1000), SKEW_SECONDS + 1) };
}

/** Another audience of the same assertion could replay it here. */
function isForUs({ aud }: JWTPayload, audience: readonly string[], strict: boolean): boolean {
  if (strict) return typeof aud === "string";
  return [aud].flat().every((one) => one !== undefined && audience.includes(one));
}
