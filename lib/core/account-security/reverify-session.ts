import { stepUpMethods } from "@/lib/core/account-security/fresh-proof";
import { provenPasswordHash, recordFailedProof } from "@/lib/core/account-security/password-proof";
import { withinProofBudget } from "@/lib/core/account-security/proof-brake";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { readCeremony } from "@/lib/core/factors/ceremony";
import type { Redeemer, TypedMethod } from "@/lib/core/factors/factor";
import { factors } from "@/lib/core/factors/factors";
import { readPresented } from "@/lib/core/factors/passkey-factor";
import type { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import { redeemProof } from "@/lib/core/factors/redeem-proof";
import { spendCeremony } from "@/lib/core/factors/spent-ceremony-store";
import { readFactorFacts } from "@/lib/core/login/factor-facts";
import { redeemCode } from "@/lib/core/login/redeem-code";
import type { ProofMethod } from "@/lib/core/login/what-to-show";
import { requireLiveSession, unusableSession } from "@/lib/core/sessions/live-session";
import type { SessionFacts, SessionKind } from "@/lib/core/sessions/session";
import { noteStepUp } from "@/lib/core/sessions/session-use-store";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** A code without a challenge's token is one of an app or a recovery code, or a mailed one whose tries are
 *  counted for the address. */
export type StepUpProof =
  | { method: "password"; password: string }
  | { [M in TypedMethod]: { method: M; code: string; challengeToken?: string | null } }[TypedMethod]
  | { method: "passkey"; token: string; response: PasskeyAuthenticationResponse };

type ProofBy<Method> = Extract<StepUpProof, { method: Method }>;

export interface StepUp {
  at: Date;
  /** Until then the step-up counts as a fresh sign-in. */
  expiresAt: Date;
  /** Methods of the sign-in and of the step-up. */
  amr: string[];
}

/** Verifies again who the user of a live session is, for a dangerous operation.
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
    const stepUp = await proveBy(caller, facts, proof);
    if (!stepUp) await recordFailedProof(caller, "session.reverify_failed", facts, proof.method);
    return stepUp;
  });
}

function proveBy(caller: Caller, facts: SessionFacts, proof: StepUpProof): Promise<StepUp | null> {
  if (proof.method === "password") return byPassword(caller, facts, proof);
  if (proof.method === "passkey") return byPasskey(caller, facts, proof);
  return proof.method === "email_otp"
    ? byMailedCode(caller, facts, proof)
    : byOwnCode(caller, facts, proof);
}

async function byPassword(
  caller: Caller,
  facts: SessionFacts,
  { method, password }: ProofBy<"password">,
): Promise<StepUp | null> {
  if (!(await provenPasswordHash(caller, facts, password))) return null;
  return inTransaction(caller, (db) => stepUp(db, caller, facts, { method, amr: ["pwd"] }));
}

function byMailedCode(
  caller: Caller,
  facts: SessionFacts,
  { code, challengeToken = null }: ProofBy<"email_otp">,
): Promise<StepUp | null> {
  const { session, user } = facts;
  const method = "email_otp";
  const subject = { userId: user.id, purpose: "step_up", sessionId: session.id } as const;
  const presented = { ...subject, email: user.email, code, method, challengeToken } as const;
  return redeemCode(caller, presented, caller, (db, { amr }) =>
    stepUp(db, caller, facts, { method, amr }),
  );
}

/** Verifies a code of an app or a recovery code, if that method is accepted: a code that does not count
 *  must not look like one that does. */
async function byOwnCode(
  caller: Caller,
  facts: SessionFacts,
  { method, code }: ProofBy<"totp" | "recovery_code">,
): Promise<StepUp | null> {
  const proof = await factors[method].verify({ code });
  const by = redeemerOf(caller);
  const spend = async (db: Queryable) => {
    const user = await lockUser(db, facts.user.id);
    if (!user) return null;
    const subject = { user, policy: facts.policy, channel: facts.session.kind };
    const known = await readFactorFacts(db, subject, by.at);
    return stepUpMethods(known, "change_factors").includes(method) ? user : null;
  };
  return redeemProof(caller, { proof, by }, spend, (db) =>
    stepUp(db, caller, facts, { method, amr: proof.amr }),
  );
}

async function byPasskey(
  caller: Caller,
  facts: SessionFacts,
  { method, token, response }: ProofBy<"passkey">,
): Promise<StepUp | null> {
  const { session, user } = facts;
  const ceremony = readCeremony(caller, "passkeyStepUp", session.id, token);
  const found = await inTransaction(caller, (db) => readPresented(db, response, session.kind));
  const { rp } = found;
  const key = found.key?.userId === user.id ? found.key : null;
  const challenge = ceremony?.content.challenge ?? null;
  const proof = await factors[method].verify({ response, challenge, rp, key, ofUser: false });
  if (!ceremony || !proof) return null;
  const spend = async (db: Queryable) => ((await spendCeremony(db, ceremony)) ? user : null);
  return redeemProof(caller, { proof, by: redeemerOf(caller) }, spend, (db) =>
    stepUp(db, caller, facts, { method, amr: proof.amr }),
  );
}

function redeemerOf({ actor, context }: Caller): Redeemer {
  return { actor, context, at: now() };
}

async function stepUp(
  db: Queryable,
  { actor, context }: Caller,
  { session, user, policy }: SessionFacts,
  { method, amr }: { method: ProofMethod; amr: string[] },
): Promise<StepUp> {
  const at = now();
  if (!(await noteStepUp(db, session.id, { amr, at }))) throw unusableSession("revoked");
  const shown = method === "password" ? "pwd" : factors[method].stepUpName;
  await recordAuditEvent(db, {
    kind: "session.reverified",
    actor,
    context,
    targets: [
      { type: "session", id: session.id },
      { type: "user", id: user.id },
    ],
    metadata: { method: shown, amr, account_session_id: session.accountSessionId },
    at,
  });
  return {
    at,
    expiresAt: secondsAfter(at, policy.stepUpMaxAgeSeconds),
    amr: [...new Set([...session.amr, ...amr])],
  };
}
