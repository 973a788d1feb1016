import { jwtVerify } from "jose";
import { safeBaseUrl } from "./safe-base-url.js";
import type { SharedStore } from "./store.js";
import { keysOf } from "./verifier.js";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Deliveries are retried for under nine hours, with the same `jti`. */
const REMEMBERED_SECONDS = 24 * 3600;

export interface LogoutSettings {
  baseUrl: string;
  /** Your OIDC client's id. */
  clientId: string;
  /** Stores each token's `jti`, for all your servers. */
  store: SharedStore;
}

/** Subject of a logout token: one session, or every session of a user that began before. */
export interface Logout {
  sid: string | undefined;
  sub: string | undefined;
  /** Time of the token: it does not apply to sessions that began later. */
  at: Date;
}

/** Accepts logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.6). Each takes effect once; one whose
 *  `end` failed may be delivered again.
 *  @returns a function that verifies a token, calls `end`, and returns whether it did; a replay has no effect
 *  @example
 *  import { memoryStore } from "@atrium/client";
 *  import { createLogoutReceiver } from "@atrium/client/verify";
 *
 *  const receive = createLogoutReceiver({ ...settings, store: memoryStore() });
 *  const taken = await receive("no token", async ({ sid }) => console.log("end", sid)).catch(() => "refused");
 *  console.log(taken);
 */
export function createLogoutReceiver(
  { baseUrl, clientId, store }: LogoutSettings,
  keys = keysOf(baseUrl),
): (token: string, end: (logout: Logout) => Promise<void>) => Promise<boolean> {
  const issuer = safeBaseUrl(baseUrl);
  return async (token, end) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      typ: "logout+jwt",
      algorithms: ["RS256", "PS256", "ES256", "EdDSA"],
      requiredClaims: ["iat", "exp", "jti", "events"],
      maxTokenAge: "5 minutes",
      clockTolerance: 30,
    });
    const { sid, sub, events, jti, iat } = payload;
    const event = (events as Record<string, unknown> | null)?.[EVENT];
    if (typeof event !== "object" || event === null) throw new TypeError("It is no logout token");
    // An ID token must not pass for one.
    if ("nonce" in payload) throw new TypeError("A logout token has no nonce");
    if (typeof sid !== "string" && typeof sub !== "string")
      throw new TypeError("The token names nobody");
    const place = `logout:${jti}`;
    if (!(await store.add(place, "1", REMEMBERED_SECONDS))) return false;
    try {
      const at = new Date((iat ?? 0) * 1000);
      await end({ sid: typeof sid === "string" ? sid : undefined, sub, at });
    } catch (error) {
      await store.delete(place);
      throw error;
    }
    return true;
  };
}
