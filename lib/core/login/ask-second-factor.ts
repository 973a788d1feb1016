import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Challenge, FactorMethod } from "@/lib/core/factors/factor";
import { factors } from "@/lib/core/factors/factors";
import type { LoginChannel, LoginOutcome } from "@/lib/core/login/completed-login";
import { readSignInFacts } from "@/lib/core/login/factor-facts";
import { accountBrakes, assertNotLocked } from "@/lib/core/login/login-brake";
import { credentialsRejected } from "@/lib/core/login/refuse-login";
import { trustOffer } from "@/lib/core/login/trust-offer";
import { type ProofMethod, whatToShow } from "@/lib/core/login/what-to-show";
import { readOpenChallenge } from "@/lib/core/one-time-codes/login-code-store";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import type { User } from "@/lib/core/users/user";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** A sign-in whose password was right, and how it continues. */
export interface PasswordProvenLogin {
  user: User;
  policy: SecurityPolicy;
  channel: LoginChannel;
  /** The method that the user prefers; the strongest one when null or when the preferred one is not
   *  accepted. */
  method: FactorMethod | null;
  /** The methods that made the trusted device whose token was presented. */
  device?: readonly FactorMethod[] | null;
}

/** Requires the second factor of a user whose password was right. The caller must hold the user's row
 *  lock.
 *  @returns null when no second factor is required
 *  @throws ServiceError `login_temporarily_locked` while the tries of the previous sign-in are used up,
 *  `forbidden` when the user has no accepted method on this plane */
export async function requireSecondFactor(
  db: Queryable,
  caller: Caller,
  { user, policy, channel, method, device = null }: PasswordProvenLogin,
): Promise<Extract<LoginOutcome, { status: "otp_required" }> | null> {
  const at = now();
  const facts = await readSignInFacts(db, { user, policy, channel }, at);
  const next = whatToShow(facts, { proofs: ["password"], device }, "sign_in");
  if (next.answer === "grant") return null;
  if (next.answer !== "show") throw nothingToShow();
  const methods = next.methods.filter(isFactorMethod);
  const type = methods.find((one) => one === method) ?? methods[0];
  if (!type) throw nothingToShow();
  const challenge: Challenge = await factors[type].begin(db, {
    user,
    purpose: "login",
    sessionId: null,
    payload: { channel, type },
    from: caller.context,
    plane: facts,
  });
  if (challenge.type === "email_otp")
    await recordCodeRequired(db, caller, { userId: user.id, channel, sent: challenge.sent, at });
  return { status: "otp_required", challenge: { ...challenge, methods, ...trustOffer(policy) } };
}

/** Replaces the second factor that a sign-in waits for, without the password being typed again: for
 *  example, the user left the telephone at home but has a passkey. The new challenge replaces the old one,
 *  and its tries continue to count.
 *  @throws ServiceError `invalid_credentials` when the challenge is spent, withdrawn or expired,
 *  `login_temporarily_locked` */
export async function changeMethod(
  caller: Caller,
  {
    challengeToken,
    channel,
    method,
  }: { challengeToken: string; channel: LoginChannel; method: FactorMethod },
): Promise<Extract<LoginOutcome, { status: "otp_required" }>> {
  const outcome = await inTransaction(caller, async (db) => {
    const open = await readOpenChallenge(db, hashSecret(challengeToken), now());
    const user = open && (await lockUser(db, open.userId));
    if (!maySignIn(user)) return null;
    const policy = await readSecurityPolicy(db);
    await assertNotLocked(accountBrakes(caller, policy, user.email));
    return requireSecondFactor(db, caller, { user, policy, channel, method });
  });
  if (!outcome) throw credentialsRejected();
  return outcome;
}

const isFactorMethod = (method: ProofMethod): method is FactorMethod => method !== "password";

function nothingToShow(): ServiceError {
  return new ServiceError("forbidden", {
    detail:
      "The security policy asks for a factor that can be neither shown nor added here. Sign in on other pages, or have the factors reset.",
  });
}

/** Records that a login's password was right and a code was required, and whether one was sent. */
function recordCodeRequired(
  db: Queryable,
  caller: Caller,
  about: { userId: string; channel: LoginChannel; sent: boolean; at: Date },
): Promise<void> {
  return recordAuditEvent(db, {
    kind: about.sent ? "login.code_sent" : "login.code_withheld",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: about.userId }],
    metadata: { channel: about.channel },
    at: about.at,
  });
}
