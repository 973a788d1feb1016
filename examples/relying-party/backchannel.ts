import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from "jose";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** A logout token that was checked. */
export interface Logout {
  sid: string | undefined;
  sub: string | undefined;
}

/** Checks logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.6): signature, issuer, audience, lifetime,
 *  the event, that there is no nonce, and that the same `jti` was not seen before. */
export function logoutTokenVerifier(expected: {
  issuer: string;
  clientId: string;
  jwksUri: URL;
  keys?: JWTVerifyGetKey;
}): (token: string) => Promise<Logout | "seen before"> {
  const keys = expected.keys ?? createRemoteJWKSet(expected.jwksUri);
  const seen = new Map<string, number>();
  return async (token) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer: expected.issuer,
      audience: expected.clientId,
      algorithms: ["RS256"],
      typ: "logout+jwt",
      requiredClaims: ["iat", "exp", "jti", "events"],
      maxTokenAge: "5 minutes",
    });
    const events = payload.events as Record<string, unknown> | undefined;
    if (typeof events?.[EVENT] !== "object") throw new Error("not a logout event");
    if ("nonce" in payload) throw new Error("a logout token has no nonce");
    const sid = typeof payload.sid === "string" ? payload.sid : undefined;
    if (sid === undefined && payload.sub === undefined) throw new Error("nobody is named");
    // A retried delivery keeps its jti for hours: remember it for longer than the last retry.
    const day = Date.now() - 24 * 60 * 60 * 1000;
    for (const [jti, at] of seen) if (at < day) seen.delete(jti);
    const jti = String(payload.jti);
    if (seen.has(jti)) return "seen before";
    seen.set(jti, Date.now());
    return { sid, sub: payload.sub };
  };
}
