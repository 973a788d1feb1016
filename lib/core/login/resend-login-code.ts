import { requireSecondFactor } from "@/lib/core/login/ask-second-factor";
import type { LoginChallenge, LoginChannel } from "@/lib/core/login/completed-login";
import { accountBrakes, assertNotLocked } from "@/lib/core/login/login-brake";
import { credentialsRejected } from "@/lib/core/login/refuse-login";
import { CODE_LIFETIME_SECONDS } from "@/lib/core/one-time-codes/code";
import { readOpenChallenge } from "@/lib/core/one-time-codes/login-code-store";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { findUser, lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";

/** Sends a new code for an open login to the holder of its challenge, without the password being typed
 *  again. The new challenge replaces the old one. The limit on codes sent to a user applies here too, and
 *  so does a lock: while guesses are refused, no code is sent that could be guessed.
 *  @throws ServiceError `invalid_credentials` when the challenge is spent, withdrawn or long expired,
 *  `login_temporarily_locked`, `rate_limited` when it comes sooner than `resendAfterSeconds` */
export async function resendLoginCode(
  caller: Caller,
  { challengeToken, channel }: { challengeToken: string; channel: LoginChannel },
): Promise<LoginChallenge> {
  const at = now();
  const open = await inTransaction(caller, (db) => readOpenLogin(db, challengeToken, at));
  if (!open) throw credentialsRejected();
  await assertNotLocked(accountBrakes(caller, open.policy, open.email));
  await assertNotTooSoon(caller, open, at);
  const outcome = await inTransaction(caller, async (db) => {
    const user = await lockUser(db, open.userId);
    if (!maySignIn(user)) return null;
    const { policy } = open;
    return requireSecondFactor(db, caller, { user, policy, channel, method: "email_otp" });
  });
  if (!outcome) throw credentialsRejected();
  return outcome.challenge;
}

async function readOpenLogin(db: Queryable, challengeToken: string, at: Date) {
  // A client that has to wait for a new code may request it after the last one has expired.
  const { codeSendWindowSeconds } = config().limits;
  const endedAfter = secondsAfter(at, -(codeSendWindowSeconds + CODE_LIFETIME_SECONDS));
  const open = await readOpenChallenge(db, hashSecret(challengeToken), endedAfter);
  const user = open && (await findUser(db, open.userId));
  if (!user) return null;
  return { ...open, email: user.email, policy: await readSecurityPolicy(db) };
}

async function assertNotTooSoon(
  { environmentId }: Caller,
  open: { userId: string; createdAt: Date },
  at: Date,
): Promise<void> {
  const { codeResendSeconds } = config().limits;
  const waited = (at.getTime() - open.createdAt.getTime()) / 1000;
  if (waited < codeResendSeconds) throw tooSoon(codeResendSeconds - waited);
  // Two parallel requests find the same code; the bucket lets one of them through.
  const once = { name: "code-resend", points: 1, seconds: codeResendSeconds };
  const taken = await takePoint(once, bucketKey(environmentId, open.userId));
  if (!taken.allowed) throw tooSoon(taken.retryAfterSeconds);
}

function tooSoon(seconds: number): ServiceError {
  return new ServiceError("rate_limited", {
    detail: "A code was sent a moment ago.",
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  });
}
