import { absoluteExpiry, sessionEnd } from "@/lib/core/sessions/session";
import { loadSession } from "@/lib/core/sessions/session-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { SessionEnd } from "@/lib/kernel/errors/session-errors";
import { isId } from "@/lib/kernel/ids";

export interface SessionValidity {
  /** Reason why it can't be used, or null while it can. */
  reason: SessionEnd | null;
  /** Its user; null when there is no such session. */
  userId: string | null;
  /** Its absolute end, while it can be used. */
  expiresAt: Date | null;
}

/** Returns whether a direct session of the caller's environment may still be used, and until when. */
export async function validateSession(caller: Caller, sessionId: string): Promise<SessionValidity> {
  const facts = isId(sessionId) ? await loadSession(caller, sessionId) : null;
  const reason = sessionEnd(facts, now());
  return {
    reason,
    userId: facts?.user.id ?? null,
    expiresAt: facts && !reason ? absoluteExpiry(facts.session, facts.policy) : null,
  };
}
