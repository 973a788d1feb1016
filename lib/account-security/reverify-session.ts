import { provenPasswordHash, recordFailedProof } from "@/lib/account-security/password-proof";
import { assertProofAllowed, withinProofBudget } from "@/lib/account-security/proof-brake";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now, secondsAfter } from "@/lib/clock";
import { inBatch } from "@/lib/db/batch";
import type { Queryable } from "@/lib/db/queryable";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import type { CodeChallenge } from "@/lib/login/completed-login";
import { issueCode } from "@/lib/login/login-code";
import { tryCode } from "@/lib/login/try-code";
import { requireLiveSession, unusableSession } from "@/lib/sessions/live-session";
import type { SessionFacts, SessionKind } from "@/lib/sessions/session";
import { noteStepUp } from "@/lib/sessions/session-use-store";
import { findUser } from "@/lib/users/user-store";

export type StepUpProof =
  | { method: "password"; password: string }
  | { method: "email_otp"; code: string; challengeToken: string | null };

export interface StepUp {
  at: Date;
  /** Until then it counts as a fresh sign-in. */
  expiresAt: Date;
  /** Of the sign-in and of the step-up. */
  amr: string[];
}

/** Sends the user of a live session a code for a step-up. The session's earlier code stops working, and its wrong
 *  tries count for the new one.
 *  @throws ServiceError with the session's terminal reason, `rate_limited` once the budget of failed proofs is used
 *  up: no code is sent while none is looked at */
export async function sendStepUpCode(
  caller: Caller,
  sessionId: string,
  kind: SessionKind = "direct",
): Promise<CodeChallenge> {
  const facts = await inBatch(caller, (db) => requireLiveSession(db, sessionId, kind));
  await assertProofAllowed({ tenantId: caller.tenantId, userId: facts.user.id }, "reverify");
  return inTransaction(caller, async (db) => {
    const { session, user } = await requireLiveSession(db, sessionId, kind);
    const recipient = await findUser(db, user.id);
    if (!recipient) throw missing();
    const wanted = { user: recipient, purpose: "step_up", sessionId: session.id } as const;
    const challenge = await issueCode(db, { ...wanted, payload: {}, from: caller.context });
    if (!challenge.sent) await recordWithheld(db, caller, facts);
    return challenge;
  });
}

function recordWithheld(
  db: Queryable,
  { actor, context }: Caller,
  { session, user }: SessionFacts,
): Promise<void> {
  return recordAuditEvent(db, {
    kind: "login.code_withheld",
    actor,
    context,
    targets: [
      { type: "user", id: user.id },
      { type: "session", id: session.id },
    ],
    metadata: { purpose: "step_up" },
  });
}

/** Has the user of a live session prove again who they are, for something dangerous.
 *  @throws ServiceError with the session's terminal reason, `proof_rejected`, or `rate_limited` once the
 *  budget of failed proofs is used up; a wrong proof never counts as a failed login */
export async function reverifySession(
  caller: Caller,
  sessionId: string,
  proof: StepUpProof,
  kind: SessionKind = "direct",
): Promise<StepUp> {
  const facts = await inBatch(caller, (db) => requireLiveSession(db, sessionId, kind));
  const who = { tenantId: caller.tenantId, userId: facts.user.id };
  return withinProofBudget(who, "reverify", async () => {
    const stepUp = await (proof.method === "password"
      ? byPassword(caller, facts, proof.password)
      : byCode(caller, facts, proof));
    if (!stepUp) await recordFailedProof(caller, "session.reverify_failed", facts, proof.method);
    return stepUp;
  });
}

async function byPassword(
  caller: Caller,
  facts: SessionFacts,
  password: string,
): Promise<StepUp | null> {
  if (!(await provenPasswordHash(caller, facts, password))) return null;
  return inTransaction(caller, (db) => stepUp(db, caller, facts, "pwd"));
}

function byCode(
  caller: Caller,
  facts: SessionFacts,
  { code, challengeToken }: { code: string; challengeToken: string | null },
): Promise<StepUp | null> {
  const { session, user } = facts;
  const presented = {
    userId: user.id,
    purpose: "step_up",
    sessionId: session.id,
    email: user.email,
    code,
    challengeToken,
  } as const;
  return tryCode(caller, presented, caller, (db) => stepUp(db, caller, facts, "otp"));
}

async function stepUp(
  db: Queryable,
  { actor, context }: Caller,
  { session, user, policy }: SessionFacts,
  method: "pwd" | "otp",
): Promise<StepUp> {
  const at = now();
  if (!(await noteStepUp(db, session.id, { amr: [method], at }))) throw unusableSession("revoked");
  await recordAuditEvent(db, {
    kind: "session.reverified",
    actor,
    context,
    targets: [
      { type: "session", id: session.id },
      { type: "user", id: user.id },
    ],
    metadata: { method },
    at,
  });
  return {
    at,
    expiresAt: secondsAfter(at, policy.stepUpMaxAgeSeconds),
    amr: [...new Set([...session.amr, method])],
  };
}
