import type { FactorMethod } from "@/lib/core/factors/factor";
import { requireSecondFactor } from "@/lib/core/login/ask-second-factor";
import type { LoginChannel, LoginOutcome } from "@/lib/core/login/completed-login";
import { accountBrakes, assertNotLocked } from "@/lib/core/login/login-brake";
import { credentialsRejected } from "@/lib/core/login/refuse-login";
import { readOpenChallenge } from "@/lib/core/one-time-codes/login-code-store";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";

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
