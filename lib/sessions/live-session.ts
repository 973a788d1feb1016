import { now } from "@/lib/clock";
import type { TenantTransaction } from "@/lib/db";
import { ServiceError, type SessionEnd } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { type SessionFacts, sessionEnd } from "@/lib/sessions/session";
import { readSession } from "@/lib/sessions/session-store";

/** The direct session with this id, or null: what doesn't even look like an id names none. */
export async function findSession(
  transaction: TenantTransaction,
  id: string,
): Promise<SessionFacts | null> {
  return isId(id) ? readSession(transaction, id) : null;
}

/** The direct session with this id, which may still be used. Idleness is not looked at: it is judged where
 *  activity is presented (spec, Limits, rule 7).
 *  @throws ServiceError with the terminal reason when it may not */
export async function requireLiveSession(
  transaction: TenantTransaction,
  id: string,
): Promise<SessionFacts> {
  const facts = await findSession(transaction, id);
  const end = sessionEnd(facts, now());
  if (end || !facts) throw unusableSession(end ?? "not_found");
  return facts;
}

/** The refusal of a session that can't be used any more. */
export function unusableSession(reason: SessionEnd): ServiceError {
  return new ServiceError(reason, { detail: "The session can no longer be used." });
}
