import { type SessionFacts, type SessionKind, sessionEnd } from "@/lib/core/sessions/session";
import { readSession } from "@/lib/core/sessions/session-store";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";
import type { SessionEnd } from "@/lib/kernel/errors/session-errors";
import { isId } from "@/lib/kernel/ids";

/** Returns the session with this id, or null, also for text that is no id. A backend uses direct sessions
 *  only; the hosted pages use the others. */
export async function findSession(
  db: Queryable,
  id: string,
  kind: SessionKind = "direct",
): Promise<SessionFacts | null> {
  return isId(id) ? readSession(db, id, kind) : null;
}

/** Like `findSession`, for a session that may still be used. Idleness is not checked: it is judged where
 *  activity is presented (spec, Limits, rule 7).
 *  @throws ServiceError with the terminal reason when it may not */
export async function requireLiveSession(
  db: Queryable,
  id: string,
  kind: SessionKind = "direct",
): Promise<SessionFacts> {
  const facts = await findSession(db, id, kind);
  const end = sessionEnd(facts, now());
  if (end || !facts) throw unusableSession(end ?? "not_found");
  return facts;
}

/** Returns the refusal of a session that can't be used any more. */
export function unusableSession(reason: SessionEnd): ServiceError {
  return new ServiceError(reason, { detail: "The session can no longer be used." });
}
