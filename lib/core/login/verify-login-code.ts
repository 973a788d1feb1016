import type { TypedMethod } from "@/lib/core/factors/factor";
import { factors } from "@/lib/core/factors/factors";
import type { LoginEnd } from "@/lib/core/login/completed-login";
import { inLoginQueue } from "@/lib/core/login/login-brake";
import { type LoginSubject, readLoginSubject } from "@/lib/core/login/login-subject-store";
import { observedSignIn } from "@/lib/core/login/observed-sign-in";
import { redeemCode } from "@/lib/core/login/redeem-code";
import { admitProven, type FactorAttempt, proveWithLeases } from "@/lib/core/login/second-step";
import { UNKNOWN_USER_ID } from "@/lib/core/one-time-codes/code";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { emailKeyOf } from "@/lib/core/users/email";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";

interface CodeAttempt extends FactorAttempt {
  email: string;
  code: string;
  /** The challenge's token; without it the tries are counted for the address. */
  challengeToken: string | null;
  /** Type of the code: mailed, of an app, or a recovery code; null for the type that the challenge
   *  requires. */
  method?: TypedMethod | null;
}

/** The code stage of a login. Wrong, spent, withdrawn, expired and absent codes are one refusal, and so is
 *  a right one of a method that does not count. A user who has no accepted factor, and no days of grace
 *  left, must add one.
 *  @throws ServiceError `invalid_credentials`, `login_temporarily_locked`, `service_overloaded` */
export function verifyLoginCode(caller: Caller, attempt: CodeAttempt): Promise<LoginEnd> {
  const { email, challengeToken: token, channel } = attempt;
  const stage = { channel, factor: factors[statedMethod(attempt)].signInName };
  return observedSignIn(caller, stage, () =>
    inLoginQueue(caller, { email, token }, () => tryLoginCode(caller, attempt)),
  );
}

/** Returns the method as far as the attempt states it. */
const statedMethod = ({ method }: CodeAttempt): TypedMethod => method ?? "email_otp";

async function tryLoginCode(caller: Caller, attempt: CodeAttempt): Promise<LoginEnd> {
  const at = now();
  const presented = {
    emailKey: emailKeyOf(attempt.email),
    deviceTokenHash: hashSecret(""),
    challengeHash: hashSecret(attempt.challengeToken ?? ""),
  };
  const { subject, policy } = await inBatch(caller, (db) => readLoginSubject(db, presented, at));
  const { email, channel } = attempt;
  const userId = subject?.user.id ?? null;
  // A login that holds its challenge has shown the password and has five tries of its own: an attacker who
  // locks the address must not stop it half-way.
  const mayExceedBrakes = subject?.challengeIsLive ?? false;
  const method = statedMethod(attempt);
  const proving = { policy, email, userId, method, channel, at, mayExceedBrakes };
  return proveWithLeases(caller, proving, () => redeem(caller, policy, subject, attempt));
}

function redeem(
  caller: Caller,
  policy: SecurityPolicy,
  subject: LoginSubject | null,
  attempt: CodeAttempt,
): Promise<LoginEnd | null> {
  const presented = {
    userId: subject?.user.id ?? UNKNOWN_USER_ID,
    purpose: "login",
    sessionId: null,
    email: subject?.user.email ?? attempt.email,
    code: attempt.code,
    method: attempt.method ?? null,
    challengeToken: attempt.challengeToken,
  } as const;
  return redeemCode(caller, presented, caller, async (db, { payload, ...redeemed }) =>
    payload.channel === attempt.channel
      ? admitProven(db, caller, { ...redeemed, policy, attempt, isAfterPassword: true })
      : null,
  );
}
