import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { hashSecret } from "@/lib/crypto/secrets";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import type { LoginChallenge, LoginChannel } from "@/lib/login/completed-login";
import { issueCode } from "@/lib/login/login-code";
import { readOpenChallenge } from "@/lib/login/login-code-store";
import { recordCodeSent } from "@/lib/login/record-code-sent";
import { credentialsRejected } from "@/lib/login/refuse-login";
import { trustOffer } from "@/lib/login/trust-offer";
import { bucketKey, takePoint } from "@/lib/rate-limits/limiter";
import { readSecurityPolicy } from "@/lib/tenants/security-policy-store";
import { lockUser } from "@/lib/users/user-store";

/** Sends a new code for a login that is under way, to whoever holds its challenge, without the password being
 *  typed again. The new challenge replaces the old one. The limit on codes sent to a user holds here too.
 *  @throws ServiceError `invalid_credentials` when the challenge is not open any more, `rate_limited` when it
 *  comes sooner than `resendAfterSeconds` */
export async function resendLoginCode(
  caller: Caller,
  { challengeToken, channel }: { challengeToken: string; channel: LoginChannel },
): Promise<LoginChallenge> {
  const at = now();
  const challengeHash = hashSecret(challengeToken);
  const open = await inTenant(caller, (t) => readOpenChallenge(t, challengeHash, at));
  if (!open) throw credentialsRejected();
  const { codeResendSeconds } = config().limits;
  const waited = (at.getTime() - open.createdAt.getTime()) / 1000;
  const tooSoon = (seconds: number) =>
    new ServiceError("rate_limited", {
      detail: "A code was sent a moment ago.",
      retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
    });
  if (waited < codeResendSeconds) throw tooSoon(codeResendSeconds - waited);
  // Two requests at once find the same code; the bucket lets one of them through.
  const once = { name: "code-resend", points: 1, seconds: codeResendSeconds };
  const taken = await takePoint(once, bucketKey(caller.environmentId, open.userId));
  if (!taken.allowed) throw tooSoon(taken.retryAfterSeconds);
  const challenge = await inTenant(caller, async (t) => {
    const user = await lockUser(t, open.userId);
    if (user?.status !== "active") return null;
    const issued = await issueCode(t, {
      user,
      purpose: "login",
      sessionId: null,
      payload: { channel },
    });
    await recordCodeSent(t, caller, { userId: user.id, channel, at });
    return { ...issued, ...trustOffer(await readSecurityPolicy(t)) };
  });
  if (!challenge) throw credentialsRejected();
  return challenge;
}
