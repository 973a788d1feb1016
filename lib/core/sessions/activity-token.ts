import { compactVerify } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { signJwt } from "@/lib/core/signing-keys/sign-jwt";
import { stillVerifies, verificationKey } from "@/lib/core/signing-keys/signing-keys";
import { isJoseRefusal } from "@/lib/kernel/crypto/jose-refusal";
import { singleton } from "@/lib/kernel/process/singleton";

/** Contents of an activity token: the session, its user's last activity, and its expiry. */
export interface ActivityState {
  sessionId: string;
  lastActiveAt: Date;
  absoluteExpiresAt: Date;
}

const TYPE = "session-activity+jwt";

// Seconds with a fraction (RFC 7519 §2 allows it), so that no precision is lost.
const claims = z.object({ sid: z.uuid(), act: z.number(), exp: z.number() });

/** Caches the states of tokens that this process signed or verified lately: a client returns the token it
 *  received. */
const known = singleton(
  "activity-tokens",
  () => new LRUCache<string, { kid: string; state: ActivityState }>({ max: 10_000 }),
);

/** Signs activity state for a client to store and replay (spec, Session exchange response). */
export async function signActivityToken(state: ActivityState): Promise<string> {
  const { kid, token } = await signJwt("session_activity", TYPE, {
    sid: state.sessionId,
    act: state.lastActiveAt.getTime() / 1000,
    exp: state.absoluteExpiresAt.getTime() / 1000,
  });
  known.set(token, { kid, state });
  return token;
}

/** Returns the state of one of our tokens, or null for anything else. `activityFailure` decides whether it
 *  is still valid, by the policy in force: the expiry inside is the one at its signing. */
export async function verifyActivityToken(token: string): Promise<ActivityState | null> {
  const before = known.get(token);
  // The key may have been withdrawn since.
  if (before && (await stillVerifies("session_activity", before.kid))) return before.state;
  const signed = await signedPayload(token);
  const parsed = claims.safeParse(signed?.payload);
  if (!signed || !parsed.success) return null;
  const { sid, act, exp } = parsed.data;
  const state = {
    sessionId: sid,
    lastActiveAt: new Date(Math.round(act * 1000)),
    absoluteExpiresAt: new Date(Math.round(exp * 1000)),
  };
  known.set(token, { kid: signed.kid, state });
  return state;
}

async function signedPayload(token: string): Promise<{ kid: string; payload: unknown } | null> {
  try {
    const { payload, protectedHeader } = await compactVerify(
      token,
      (header) => verificationKey("session_activity", header?.kid),
      { algorithms: ["EdDSA"] },
    );
    if (protectedHeader.typ !== TYPE || protectedHeader.kid === undefined) return null;
    return { kid: protectedHeader.kid, payload: JSON.parse(new TextDecoder().decode(payload)) };
  } catch (error) {
    if (isJoseRefusal(error)) return null;
    throw error;
  }
}
