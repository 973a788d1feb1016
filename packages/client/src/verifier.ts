import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { checkPossession, type PresentedProof } from "./possession.js";
import { safeBaseUrl } from "./safe-base-url.js";
import type { SharedStore } from "./store.js";

export interface VerifierSettings {
  /** Base address of the service, which is the issuer of its tokens. */
  baseUrl: string;
  /** Your app: tokens for others are refused. */
  appId: string;
  /** Your tenant, `atr_…`: tokens of others are refused too. */
  tenantId?: string;
  /** Stores proofs of possession, for all your servers. Without it, tokens that are bound to a key are
   *  refused. */
  proofs?: SharedStore;
}

/** Verifies a token.
 *  @param presented proof in the same request; a token that is bound to a key (RFC 9449) is refused without
 *  @throws for every other token */
export type Verify = (token: string, presented?: PresentedProof) => Promise<UserClaims>;

/** Claims of a user access token. They were true when the token was signed, at most five minutes ago. */
export interface UserClaims extends JWTPayload {
  iss: string;
  /** The user. */
  sub: string;
  /** The session. */
  sid: string;
  tenant_id: string;
  environment: string;
  org_id: string;
  role: string;
  permissions: string[];
  package: string | null;
  entitlements: string[];
  amr: string[];
  auth_time: number;
  exp: number;
}

/** Fetches the keys of a service, caches them for ten minutes, and fetches them again when a token names
 *  another one. */
export function keysOf(baseUrl: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(`${safeBaseUrl(baseUrl)}/oauth/jwks`), {
    timeoutDuration: 5_000,
  });
}

/** Verifies user access tokens without a request for each: signature, issuer, audience, kind and time.
 *  @returns a function that returns the claims, and throws for every other token
 *  @example
 *  import { createAtrium, createLogin } from "@atrium/client";
 *  import { createVerifier } from "@atrium/client/verify";
 *
 *  const verify = createVerifier({ baseUrl: settings.baseUrl, appId: settings.appId });
 *  const login = createLogin(createAtrium(settings), { appId: settings.appId });
 *  const { access_token } = await login.token(person.sessionId);
 *  const claims = await verify(access_token);
 *  console.log(claims.sub, claims.permissions.includes("reports:read"));
 */
export function createVerifier(
  { baseUrl, appId, tenantId, proofs }: VerifierSettings,
  keys = keysOf(baseUrl),
): Verify {
  const issuer = safeBaseUrl(baseUrl);
  if (!appId) throw new TypeError("A verifier is for an app: name appId");
  return async (token, presented) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: appId,
      typ: "at+jwt",
      // The algorithm of the service's tokens. A token that names another one, or none, is forged.
      algorithms: ["EdDSA"],
      requiredClaims: ["sub", "sid", "exp", "iat", "tenant_id"],
      clockTolerance: 5,
    });
    await checkBinding(payload, token, presented, proofs);
    if (tenantId !== undefined && payload.tenant_id !== tenantId)
      throw new TypeError("The token is of another tenant");
    return payload as UserClaims;
  };
}

async function checkBinding(
  { cnf }: JWTPayload,
  token: string,
  presented: PresentedProof | undefined,
  proofs: SharedStore | undefined,
): Promise<void> {
  if (cnf === undefined) {
    if (presented) throw new TypeError("The token is bound to no key");
    return;
  }
  // A token that is bound to a key (RFC 9449 §6) does not authenticate its bearer.
  const thumbprint = (cnf as { jkt?: unknown } | null)?.jkt;
  if (typeof thumbprint !== "string" || !presented || !proofs)
    throw new TypeError("The token is bound to a key: it is no bearer's");
  await checkPossession(presented, token, thumbprint, proofs);
}
