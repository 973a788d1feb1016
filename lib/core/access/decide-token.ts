import type { AccessDecision } from "@/lib/core/access/access";
import { readAccessFacts } from "@/lib/core/access/access-facts";
import { decisionOf } from "@/lib/core/access/decide-access";
import { isActivityDue, judgeActivity, readActivity } from "@/lib/core/sessions/present-activity";
import { type SessionFacts, sessionEnd } from "@/lib/core/sessions/session";
import { readSession } from "@/lib/core/sessions/session-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { isId } from "@/lib/kernel/ids";

/** A request for a user's token. */
export interface TokenRequest {
  sessionId: string;
  appId: string;
  organizationId: string | null;
  /** Verified and refreshed when it is sent; null when it is not. */
  activityToken: string | null;
}

/** The decision on a request. */
export interface TokenDecision {
  facts: SessionFacts;
  lastActiveAt: Date | null;
  decision: AccessDecision;
  /** The app the session is bound to now. */
  boundTo: string;
}

/** Decides a request without writing, which is possible for every request except a session's first: all
 *  facts are read in one batch.
 *  @returns null when something must be written, or the session has ended: then it takes a transaction
 *  @throws ServiceError when the presented activity token is not valid */
export async function decideWithoutWriting(
  scope: TenantScope,
  { sessionId, appId, organizationId, activityToken }: TokenRequest,
): Promise<TokenDecision | null> {
  const state = activityToken === null ? null : await readActivity(activityToken);
  if (!isId(sessionId)) return null;
  const accessQuery = { sessionId, appId, organizationId };
  const [facts, access] = await inBatch(scope, (db) =>
    Promise.all([readSession(db, sessionId), readAccessFacts(db, accessQuery)]),
  );
  const at = now();
  if (!facts || sessionEnd(facts, at) || facts.session.appId === null) return null;
  if (state && isActivityDue(judgeActivity(facts, state, at), at)) return null;
  const decision = decisionOf(access, organizationId);
  if (decision.outcome === "denied") return null;
  if (decision.outcome === "granted" && decision.observed.length > 0) return null;
  return { facts, lastActiveAt: state && at, decision, boundTo: facts.session.appId };
}
