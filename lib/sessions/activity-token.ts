import { CompactSign, compactVerify } from "jose";
import { z } from "zod";
import { signer, verificationKey } from "@/lib/signing-keys/signing-keys";

/** What an activity token says: whose session, when its user was last active, and when it is over. */
export interface ActivityState {
  sessionId: string;
  lastActiveAt: Date;
  absoluteExpiresAt: Date;
}

const TYPE = "session-activity+jwt";

// Seconds with a fraction (RFC 7519 §2 allows it), so that nothing is lost on the way through a client.
const claims = z.object({ sid: z.uuid(), act: z.number(), exp: z.number() });

/** Signs activity state for a client to keep and replay (spec, Session exchange response). */
export async function signActivityToken(state: ActivityState): Promise<string> {
  const { kid, alg, key } = await signer("session_activity");
  const payload = JSON.stringify({
    sid: state.sessionId,
    act: state.lastActiveAt.getTime() / 1000,
    exp: state.absoluteExpiresAt.getTime() / 1000,
  });
  return new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg, kid, typ: TYPE })
    .sign(key);
}

/** The state that a token of ours carries, or null for anything else. Whether it is still good is for
 *  `activityFailure` to say, by the policy in force: the expiry inside is the one of the day it was signed. */
export async function verifyActivityToken(token: string): Promise<ActivityState | null> {
  const signed = await signedPayload(token);
  const parsed = claims.safeParse(signed);
  if (!parsed.success) return null;
  const { sid, act, exp } = parsed.data;
  return {
    sessionId: sid,
    lastActiveAt: new Date(Math.round(act * 1000)),
    absoluteExpiresAt: new Date(Math.round(exp * 1000)),
  };
}

async function signedPayload(token: string): Promise<unknown> {
  try {
    const { payload, protectedHeader } = await compactVerify(
      token,
      (header) => verificationKey("session_activity", header?.kid),
      { algorithms: ["EdDSA"] },
    );
    return protectedHeader.typ === TYPE ? JSON.parse(new TextDecoder().decode(payload)) : null;
  } catch (error) {
    // jose's own refusals carry a code; anything else (the database, say) is not the token's fault.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J"))
      return null;
    throw error;
  }
}
