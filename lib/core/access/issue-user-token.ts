import type { AccessDecision, AccessGrant } from "@/lib/core/access/access";
import { decideAccess } from "@/lib/core/access/decide-access";
import {
  decideWithoutWriting,
  type TokenDecision,
  type TokenRequest,
} from "@/lib/core/access/decide-token";
import { signGrantedToken } from "@/lib/core/access/sign-granted-token";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { findSession, requireLiveSession } from "@/lib/core/sessions/live-session";
import {
  freshActivityToken,
  presentActivity,
  readActivity,
} from "@/lib/core/sessions/present-activity";
import type { SessionFacts } from "@/lib/core/sessions/session";
import { bindToApp } from "@/lib/core/sessions/session-use-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { observedToken } from "@/lib/kernel/process/observed-token";

export interface IssuedUserToken {
  accessToken: string;
  expiresInSeconds: number;
  grant: AccessGrant;
  /** Only when one was presented. */
  activityToken: string | null;
}

/** Mints a user access token for one app from a direct session. The evaluator's decision is audited in the
 *  same transaction, also when it denies.
 *  @throws ServiceError with the session's terminal reason, an activity failure, the layer that denied,
 *  `organization_selection_required`, or `forbidden` when the session is bound to another app */
export function issueUserToken(
  caller: MachineCaller,
  request: TokenRequest,
): Promise<IssuedUserToken> {
  return observedToken("user_token", () => issue(caller, request));
}

async function issue(caller: MachineCaller, request: TokenRequest): Promise<IssuedUserToken> {
  const decided =
    (await decideWithoutWriting(caller, request)) ??
    (await inTransaction(caller, (db) => decide(db, caller, request)));
  const grant = grantOf(decided, request);
  const { facts, lastActiveAt } = decided;
  return {
    ...(await signGrantedToken(caller, facts, request.appId, grant)),
    grant,
    activityToken: lastActiveAt && (await freshActivityToken(facts, lastActiveAt)),
  };
}

async function decide(
  db: Queryable,
  caller: MachineCaller,
  request: TokenRequest,
): Promise<TokenDecision> {
  const { facts, lastActiveAt } = await usableSession(db, request);
  const accessQuery = {
    userId: facts.user.id,
    appId: request.appId,
    organizationId: request.organizationId,
  };
  const decision = await decideAccess(db, accessQuery);
  await auditDecision(db, caller, facts, request, decision);
  const bound = facts.session.appId;
  if (bound || decision.outcome !== "granted")
    return { facts, lastActiveAt, decision, boundTo: bound ?? request.appId };
  const binding = await bindToApp(db, facts.session.id, request.appId);
  if (binding.isNew)
    await recordAuditEvent(db, {
      kind: "session.token_issued",
      actor: caller.actor,
      context: caller.context,
      targets: targetsOf(facts, request.appId),
      metadata: { first: true },
    });
  return { facts, lastActiveAt, decision, boundTo: binding.appId };
}

async function usableSession(
  db: Queryable,
  { sessionId, activityToken }: TokenRequest,
): Promise<{ facts: SessionFacts; lastActiveAt: Date | null }> {
  if (activityToken === null)
    return { facts: await requireLiveSession(db, sessionId), lastActiveAt: null };
  const facts = await findSession(db, sessionId);
  return presentActivity(db, facts, await readActivity(activityToken));
}

/** Audits the layer that denied, or the layers that would have under `enforce`. */
async function auditDecision(
  db: Queryable,
  { actor, context }: MachineCaller,
  facts: SessionFacts,
  { appId, organizationId }: TokenRequest,
  decision: AccessDecision,
): Promise<void> {
  const entry = { actor, context, targets: targetsOf(facts, appId) };
  if (decision.outcome === "denied")
    await recordAuditEvent(db, {
      ...entry,
      kind: "access.denied",
      metadata: { reason: decision.reason, organization_id: organizationId },
    });
  if (decision.outcome === "granted" && decision.observed.length > 0)
    await recordAuditEvent(db, {
      ...entry,
      kind: "access.observed",
      metadata: { reasons: decision.observed, organization_id: decision.grant.organizationId },
    });
}

function targetsOf({ session, user }: SessionFacts, appId: string) {
  return [
    { type: "user", id: user.id },
    { type: "session", id: session.id },
    { type: "app", id: appId },
  ];
}

function grantOf({ decision, boundTo }: TokenDecision, { appId }: TokenRequest): AccessGrant {
  if (decision.outcome === "denied")
    throw new ServiceError(decision.reason, {
      detail: "The access configuration does not let this user into the app.",
    });
  if (decision.outcome === "selection_required")
    throw new ServiceError("organization_selection_required", {
      detail:
        "The user can enter this app for several organizations; name one organization in organization_id.",
      fields: { organizations: decision.organizations },
    });
  // A session belongs to one app: revoking it there must reach every token it minted.
  if (boundTo !== appId)
    throw new ServiceError("forbidden", { detail: "The session is bound to another app." });
  return decision.grant;
}
