import { type DangerousOccasion, stepUpMethods } from "@/lib/core/account-security/fresh-proof";
import { assertProofAllowed } from "@/lib/core/account-security/proof-brake";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { emailOtp } from "@/lib/core/factors/email-otp-factor";
import type { CodeChallenge, PasskeyChallenge } from "@/lib/core/factors/factor";
import { beginPasskey } from "@/lib/core/factors/passkey-factor";
import { findPasskeys } from "@/lib/core/factors/passkey-store";
import { relyingPartyOf } from "@/lib/core/factors/relying-party-store";
import { readFactorFacts } from "@/lib/core/login/factor-facts";
import type { ProofMethod } from "@/lib/core/login/what-to-show";
import { requireLiveSession } from "@/lib/core/sessions/live-session";
import type { SessionFacts, SessionKind } from "@/lib/core/sessions/session";
import { findUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Returns the methods by which the user of a live session can prove again who they are, strongest first,
 *  and the address to which a code would be sent.
 *  @throws ServiceError with the session's terminal reason */
export async function readStepUp(
  caller: Caller,
  sessionId: string,
  kind: SessionKind,
  occasion: DangerousOccasion,
): Promise<{ methods: ProofMethod[]; email: string }> {
  return inTransaction(caller, async (db) => {
    const facts = await requireLiveSession(db, sessionId, kind);
    const user = await findUser(db, facts.user.id);
    if (!user) throw missing();
    const factors = await readFactorFacts(db, { user, policy: facts.policy, channel: kind }, now());
    return { methods: stepUpMethods(factors, occasion), email: user.email };
  });
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
  const facts = await admitStepUp(caller, sessionId, kind);
  return inTransaction(caller, async (db) => {
    const { session, user: owner } = await requireLiveSession(db, sessionId, kind);
    const user = await findUser(db, owner.id);
    if (!user) throw missing();
    const from = caller.context;
    const request = { user, purpose: "step_up", sessionId: session.id, payload: {}, from } as const;
    const challenge = await emailOtp.begin(db, request);
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

/** Starts a step-up by passkey. Nothing is written.
 *  @throws ServiceError with the session's terminal reason, `rate_limited`, `unprocessable` for a user
 *  without a passkey for these pages */
export async function beginPasskeyStepUp(
  caller: Caller,
  sessionId: string,
  kind: SessionKind = "direct",
): Promise<PasskeyChallenge> {
  const { session, user } = await admitStepUp(caller, sessionId, kind);
  const [rp, passkeys] = await inTransaction(caller, async (db) => {
    const party = await relyingPartyOf(db, kind);
    return [party, party ? await findPasskeys(db, user.id, party.id) : []] as const;
  });
  if (!rp || passkeys.length === 0)
    throw new ServiceError("unprocessable", { detail: "The user has no passkey for these pages." });
  return beginPasskey(caller, "passkeyStepUp", session.id, { rp, passkeys });
}

async function admitStepUp(
  caller: Caller,
  sessionId: string,
  kind: SessionKind,
): Promise<SessionFacts> {
  const facts = await inBatch(caller, (db) => requireLiveSession(db, sessionId, kind));
  await assertProofAllowed({ tenantId: caller.tenantId, userId: facts.user.id }, "reverify");
  return facts;
}
