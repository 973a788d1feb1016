import { type JWTVerifyGetKey, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from "jose";

/** Most keys of one type that are tried. */
const MOST_KEYS = 20;

/** Verifies a JWT by the keys that its signer registered or publishes. Where its `kid` names none of them, or
 *  it has none, each key of a matching type is tried (RFC 7515 §4.1.4, RFC 7517 §4.5: a `kid` is a hint).
 *  @throws JOSEError for a JWT that none of them signed, or whose claims do not match the options */
export async function verifyByKeys(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, ofAnyName(keys), options);
  } catch (error) {
    if (!isOfCode(error, "ERR_JWKS_MULTIPLE_MATCHING_KEYS")) throw error;
    let last: unknown = error;
    let tried = 0;
    for await (const key of error as AsyncIterable<CryptoKey>) {
      tried += 1;
      if (tried > MOST_KEYS) break;
      try {
        return await jwtVerify(token, key, options);
      } catch (failure) {
        if (!isOfCode(failure, "ERR_JWS_SIGNATURE_VERIFICATION_FAILED")) throw failure;
        last = failure;
      }
    }
    throw last;
  }
}

function ofAnyName(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (!isOfCode(error, "ERR_JWKS_NO_MATCHING_KEY") || header.kid === undefined) throw error;
      const { kid: _, ...rest } = header;
      return keys(rest, token);
    }
  };
}

/** Checks an error's code: each bundle has classes of its own. */
const isOfCode = (error: unknown, code: string) => (error as { code?: unknown }).code === code;
