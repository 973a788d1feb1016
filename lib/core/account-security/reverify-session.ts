import { stepUpMethods } from "@/lib/core/account-security/fresh-proof";
import { provenPasswordHash, recordFailedProof } from "@/lib/core/account-security/password-proof";
import { assertProofAllowed, withinProofBudget } from "@/lib/core/account-security/proof-brake";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  beginCeremony,
  newChallenge,
  readCeremony,
  spendCeremony,
} from "@/lib/core/factors/ceremony";
import { passkeyMethods } from "@/lib/core/factors/passkey";
import { type PasskeyRequestOptions, requestOptions } from "@/lib/core/factors/passkey-options";
import type { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import { findPasskey, findPasskeys, notePasskeyUse } from "@/lib/core/factors/passkey-store";
import { redeemRecoveryCode } from "@/lib/core/factors/redeem-recovery-code";
import { redeemTotp } from "@/lib/core/factors/redeem-totp";
import { verifyPasskey } from "@/lib/core/factors/verify-passkey";
import type { CodeChallenge } from "@/lib/core/login/completed-login";
import { readFactorFacts } from "@/lib/core/login/factor-facts";
import { issueCode } from "@/lib/core/login/login-code";
import { recordCopiedPasskey } from "@/lib/core/login/record-copied-passkey";
import { relyingPartyOf } from "@/lib/core/login/relying-party-of";
import { methodsShown } from "@/lib/core/login/shown-methods";
import { tryCode } from "@/lib/core/login/try-code";
import { requireLiveSession, unusableSession } from "@/lib/core/sessions/live-session";
import type { SessionFacts, SessionKind } from "@/lib/core/sessions/session";
import { noteStepUp } from "@/lib/core/sessions/session-use-store";
import { findUser, lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { rollBackOnNull } from "@/lib/kernel/db/undone-by-null";
import { missing, ServiceError } from "@/lib/kernel/errors";

export type StepUpProof =
  | { method: "password"; password: string }
  | { method: "email_otp"; code: string; challengeToken: string | null }
  | { method: "totp"; code: string }
  | { method: "recovery_code"; code: string }
  | { method: "passkey"; token: string; response: PasskeyAuthenticationResponse };

export interface StepUp {
  at: Date;
  /** Until then the step-up counts as a fresh sign-in. */
  expiresAt: Date;
  /** Methods of the sign-in and of the step-up. */
  amr: string[];
}

/** A step-up by passkey in progress. */
export interface PasskeyStepUp {
  token: string;
  passkey: PasskeyRequestOptions;
  expiresAt: Date;
}

/** Sends the user of a live session a code for a step-up. The session's earlier code stops working, and
 *  its wrong tries count for the new one.
 *  @throws ServiceError with the session's terminal reason, `rate_limited` once the budget of failed
 *  proofs is used up: no code is sent while codes are refused */
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
    const codeRequest = { user: recipient, purpose: "step_up", sessionId: session.id } as const;
    const challenge = await issueCode(db, { ...codeRequest, payload: {}, from: caller.context });
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
  switch (proof.method) {
    case "password":
      return byPassword(caller, facts, proof.password);
    case "email_otp":
      return byCode(caller, facts, proof);
    case "totp":
    case "recovery_code":
      return byOwnCode(caller, facts, proof);
    case "passkey":
      return byPasskey(caller, facts, proof);
  }
}

/** Verifies a code of an app or a recovery code, if that method is accepted: a code that does not count
 *  must not look like one that does. */
function byOwnCode(
  caller: Caller,
  facts: SessionFacts,
  { method, code }: { method: "totp" | "recovery_code"; code: string },
): Promise<StepUp | null> {
  return rollBackOnNull(caller, async (db) => {
    const user = await lockUser(db, facts.user.id);
    if (!user) return null;
    const at = now();
    const subject = { user, policy: facts.policy, channel: facts.session.kind };
    const factors = await readFactorFacts(db, subject, at);
    if (!stepUpMethods(factors, "change_factors").includes(method)) return null;
    const isRight =
      method === "totp"
        ? (await redeemTotp(db, user.id, code, at)) !== null
        : await redeemRecoveryCode(db, user, code, { ...caller, at });
    return isRight ? stepUp(db, caller, facts, { method, amr: methodsShown(method) }) : null;
  });
}

/** Starts a step-up by passkey. Nothing is written.
 *  @throws ServiceError with the session's terminal reason, `rate_limited`, `unprocessable` for a user
 *  without a passkey for these pages */
export async function beginPasskeyStepUp(
  caller: Caller,
  sessionId: string,
  kind: SessionKind = "direct",
): Promise<PasskeyStepUp> {
  const facts = await inBatch(caller, (db) => requireLiveSession(db, sessionId, kind));
  await assertProofAllowed({ tenantId: caller.tenantId, userId: facts.user.id }, "reverify");
  const challenge = newChallenge();
  const passkey = await inTransaction(caller, async (db) => {
    const rp = await relyingPartyOf(db, kind);
    const keys = rp ? await findPasskeys(db, facts.user.id, rp.id) : [];
    return rp && keys.length > 0 ? requestOptions(rp, challenge, keys) : null;
  });
  if (!passkey)
    throw new ServiceError("unprocessable", { detail: "The user has no passkey for these pages." });
  const ceremony = beginCeremony(caller, "passkeyStepUp", facts.session.id, { challenge });
  return { ...ceremony, passkey };
}

async function byPasskey(
  caller: Caller,
  facts: SessionFacts,
  { token, response }: { token: string; response: PasskeyAuthenticationResponse },
): Promise<StepUp | null> {
  const { session, user } = facts;
  const ceremony = readCeremony(caller, "passkeyStepUp", session.id, token);
  const [rp, found] = await inTransaction(caller, (db) =>
    Promise.all([
      relyingPartyOf(db, session.kind),
      findPasskey(db, Buffer.from(response.id, "base64url")),
    ]),
  );
  const key = found?.userId === user.id ? found : null;
  if (!ceremony || !rp || !key) return null;
  const known = { rp, key, ofUser: false };
  const proof = await verifyPasskey(response, ceremony.content.challenge, known);
  if (!proof) return null;
  let copied = false;
  const proven = await rollBackOnNull(caller, async (db) => {
    if (!(await spendCeremony(db, ceremony))) return null;
    copied = !(await notePasskeyUse(db, key.id, { ...proof, at: now() }));
    if (copied) return null;
    return stepUp(db, caller, facts, { method: "passkey", amr: passkeyMethods(key) });
  });
  if (copied) await inBatch(caller, (db) => recordCopiedPasskey(db, key, proof, caller));
  return proven;
}

async function byPassword(
  caller: Caller,
  facts: SessionFacts,
  password: string,
): Promise<StepUp | null> {
  if (!(await provenPasswordHash(caller, facts, password))) return null;
  return inTransaction(caller, (db) => stepUp(db, caller, facts, { method: "pwd", amr: ["pwd"] }));
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
    method: "email_otp",
    challengeToken,
  } as const;
  return tryCode(caller, presented, caller, (db) =>
    stepUp(db, caller, facts, { method: "otp", amr: ["otp"] }),
  );
}

async function stepUp(
  db: Queryable,
  { actor, context }: Caller,
  { session, user, policy }: SessionFacts,
  { method, amr }: { method: "pwd" | "otp" | "totp" | "passkey" | "recovery_code"; amr: string[] },
): Promise<StepUp> {
  const at = now();
  if (!(await noteStepUp(db, session.id, { amr, at }))) throw unusableSession("revoked");
  await recordAuditEvent(db, {
    kind: "session.reverified",
    actor,
    context,
    targets: [
      { type: "session", id: session.id },
      { type: "user", id: user.id },
    ],
    metadata: { method, amr, account_session_id: session.accountSessionId },
    at,
  });
  return {
    at,
    expiresAt: secondsAfter(at, policy.stepUpMaxAgeSeconds),
    amr: [...new Set([...session.amr, ...amr])],
  };
}
