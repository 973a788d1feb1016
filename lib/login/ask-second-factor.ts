import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { Queryable } from "@/lib/db/queryable";
import type { LoginChallenge, LoginChannel, LoginOutcome } from "@/lib/login/completed-login";
import { issueCode, openFactorChallenge } from "@/lib/login/login-code";
import { readMethods } from "@/lib/login/read-methods";
import { recordCodeAsked } from "@/lib/login/record-code-asked";
import { requireEnrolment } from "@/lib/login/require-enrolment";
import { methodBeforeEnrolment } from "@/lib/login/second-factor";
import { trustOffer } from "@/lib/login/trust-offer";
import type { SecurityPolicy } from "@/lib/security-policy/security-policy";
import { newChallenge } from "@/lib/users/factors/ceremony";
import type { FactorMethod } from "@/lib/users/factors/factor";
import { requestOptions } from "@/lib/users/factors/passkey-options";
import { RECOVERY_CODE_DIGITS } from "@/lib/users/factors/recovery-code";
import { TOTP_DIGITS } from "@/lib/users/factors/totp";
import type { User } from "@/lib/users/user";

/** Whose sign-in asks for a second factor, and how. */
export interface AskedLogin {
  user: User;
  policy: SecurityPolicy;
  channel: LoginChannel;
  /** The method that the user prefers; the strongest where it would not do. */
  method: FactorMethod | null;
}

/** Asks a user whose password was right for a second factor, or to add one when none of theirs counts and the days of
 *  grace are over. On the hosted pages a second proof comes before that: somebody who only knows the password must not be
 *  the first to add one. The user's row must be held.
 *  @throws ServiceError `login_temporarily_locked` while the tries of the sign-in before are used up */
export async function askSecondFactor(
  db: Queryable,
  caller: Caller,
  { user, policy, channel, method }: AskedLogin,
): Promise<Exclude<LoginOutcome, { status: "grant" }>> {
  const at = now();
  const { rp, own, methods } = await readMethods(db, { user, policy, channel }, at);
  const strongest = methods[0] ?? methodBeforeEnrolment(own);
  if (methods.length === 0 && channel === "direct")
    return requireEnrolment(db, caller, { user, policy, channel, amr: ["pwd"], at });
  const type = method && methods.includes(method) ? method : strongest;
  const wanted = { user, purpose: "login", sessionId: null, from: caller.context } as const;
  const offer = { methods: methods.length > 0 ? methods : [strongest], ...trustOffer(policy) };
  const otp = (challenge: LoginChallenge) => ({ status: "otp_required" as const, challenge });
  if (type === "email_otp") {
    const issued = await issueCode(db, { ...wanted, payload: { channel, type } });
    await recordCodeAsked(db, caller, { userId: user.id, channel, sent: issued.sent, at });
    return otp({ type, ...issued, ...offer });
  }
  if (type === "passkey" && rp) {
    const challenge = newChallenge();
    const payload = { channel, type, challenge };
    const opened = await openFactorChallenge(db, { ...wanted, payload });
    const passkey = requestOptions(rp, challenge, own.passkeys);
    return otp({ type, ...opened, passkey, ...offer });
  }
  const typed = type === "recovery_code" ? type : "totp";
  const opened = await openFactorChallenge(db, { ...wanted, payload: { channel, type: typed } });
  const codeLength = typed === "totp" ? TOTP_DIGITS : RECOVERY_CODE_DIGITS;
  return otp({ type: typed, ...opened, codeLength, ...offer });
}
