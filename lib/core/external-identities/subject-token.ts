import { createHash } from "node:crypto";
import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { secondsAfter } from "@/lib/kernel/clock";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { PublishedKeysUnavailable, publishedKeys } from "@/lib/kernel/outbound/published-keys";

/** Contents of a source's verified token. */
export interface SubjectToken {
  subject: string;
  /** Time at which the person authenticated at the source; never later than now. */
  authTime: Date;
  /** Methods of that authentication, in the source's terms. */
  amr: string[];
  claims: Record<string, unknown>;
  expiresAt: Date;
  /** A hash of the signed part. The signature is not part of it: one token can have several signatures. */
  hash: Buffer<ArrayBuffer>;
}

/** A token that proves nothing; the message states why, for the tenant's backend that sent it. */
export class InvalidSubjectToken extends Error {}

// Public keys only: no published key can be used as a shared secret, and `none` is no signature.
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
const TYPES = new Set(["jwt", "at+jwt"]);
/** Maximum clock difference of a source. */
const LEEWAY_SECONDS = 30;
const PRINTABLE = /^[^\p{Cc}\p{Cs}]{1,512}$/u;

/** Returns the issuer that a token names, before anything of it is verified.
 *  @throws InvalidSubjectToken */
export function claimedIssuer(token: string): string {
  try {
    const { iss } = decodeJwt(token);
    if (typeof iss === "string" && PRINTABLE.test(iss)) return iss;
  } catch {
    // Whatever stops it from being read says the same.
  }
  throw new InvalidSubjectToken("the token is not a JWT with an issuer");
}

/** Verifies a source's token: signature by one of the source's own keys, issuer, audience, times and type.
 *  A token with `events` is a notification (a logout token, for example) that proves no sign-in.
 *  @throws InvalidSubjectToken, PublishedKeysUnavailable */
export async function verifySubjectToken(
  source: IdentitySource,
  token: string,
  at: Date,
): Promise<SubjectToken> {
  const { payload, protectedHeader } = await verified(source, token, at);
  const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, "") ?? "jwt";
  if (!TYPES.has(type) || "events" in payload)
    throw new InvalidSubjectToken("the token is of another kind");
  const { sub = "", iat = 0, exp = 0 } = payload;
  if (!PRINTABLE.test(sub)) throw new InvalidSubjectToken("the subject of the token can't be read");
  if (iat > at.getTime() / 1000 + LEEWAY_SECONDS)
    throw new InvalidSubjectToken("the token was issued in the future");
  return {
    subject: sub,
    authTime: authTimeOf(payload, at),
    amr: methodsOf(payload),
    claims: exactClaims(token),
    expiresAt: secondsAfter(new Date(Math.ceil(exp) * 1000), LEEWAY_SECONDS),
    hash: Buffer.from(
      createHash("sha256")
        .update(token.slice(0, token.lastIndexOf(".")))
        .digest(),
    ),
  };
}

/** Returns the claims of a verified token, with all digits of its numbers: jose reads doubles. */
function exactClaims(token: string): Record<string, unknown> {
  const [, payload = ""] = token.split(".");
  return parseJson(new TextDecoder().decode(Buffer.from(payload, "base64url"))) as JWTPayload;
}

async function verified(source: IdentitySource, token: string, currentDate: Date) {
  try {
    return await jwtVerify(token, publishedKeys(source.id, source.jwksUri), {
      algorithms: ALGORITHMS,
      issuer: source.issuer,
      audience: source.audiences,
      clockTolerance: LEEWAY_SECONDS,
      currentDate,
      requiredClaims: ["sub", "iat", "exp"],
    });
  } catch (error) {
    if (error instanceof PublishedKeysUnavailable) throw error;
    // All other errors come from the token or from a published key that can't be used.
    throw new InvalidSubjectToken(describeError(error), { cause: error });
  }
}

function describeError(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "the token has expired";
  if (error instanceof errors.JWTClaimValidationFailed)
    return `the claim ${error.claim} of the token is not valid`;
  if (error instanceof errors.JWKSNoMatchingKey) return "the source publishes no key for the token";
  if (error instanceof errors.JWKSMultipleMatchingKeys) return "the token does not name its key";
  if (error instanceof errors.JOSEAlgNotAllowed) return "the algorithm of the token is not allowed";
  return "the signature of the token is not valid";
}

/** Returns the time of the sign-in if the source states it, otherwise that of the token, which is later. */
function authTimeOf({ auth_time: authTime, iat = 0 }: JWTPayload, at: Date): Date {
  const seconds =
    typeof authTime === "number" && Number.isFinite(authTime) ? Math.min(authTime, iat) : iat;
  return new Date(Math.min(Math.max(0, seconds) * 1000, at.getTime()));
}

function methodsOf({ amr }: JWTPayload): string[] {
  if (!Array.isArray(amr)) return [];
  return amr
    .filter((method): method is string => typeof method === "string")
    .filter((method) => /^[\x21-\x7e]{1,64}$/.test(method))
    .slice(0, 10);
}
