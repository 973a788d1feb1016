import type { Actor, RequestContext, TenantScope } from "@/lib/caller";
import { now, secondsAfter } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { equalHashes, hashSecret, newCode, newSecret } from "@/lib/crypto/secrets";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { CODE_LENGTH, CODE_LIFETIME_SECONDS, type CodePurpose, codeHash } from "@/lib/login/code";
import type { CodeChallenge } from "@/lib/login/completed-login";
import {
  type CodeSubject,
  consumeLoginCode,
  countSentCodes,
  findOpenCode,
  insertLoginCode,
  rebindOpenCode,
  takeChallengeTry,
  withdrawLoginCodes,
} from "@/lib/login/login-code-store";
import { takeAddressTry } from "@/lib/login/take-address-try";
import { queueMail } from "@/lib/mail/queue-mail";
import { emailKeyOf, maskEmail } from "@/lib/users/email";
import { recordEmailProof } from "@/lib/users/record-email-proof";
import type { User } from "@/lib/users/user";
import { lockUser } from "@/lib/users/user-store";

interface WantedCode {
  user: Pick<User, "id" | "email" | "locale">;
  purpose: CodePurpose;
  /** The session a step-up is of; null for a login. */
  sessionId: string | null;
  /** What `tryCode` hands back to whoever redeems. */
  payload: Record<string, unknown>;
}

/** Sends a code and answers the challenge that binds the tries to whoever asked. A code sent before for the
 *  same purpose stops working: one is live at a time. A user who was sent as many as the limit allows is
 *  answered in the same way and sent nothing: the last code goes on working if it is still open. */
export async function issueCode(
  transaction: TenantTransaction,
  wanted: WantedCode,
): Promise<CodeChallenge> {
  const at = now();
  const { codeSends, codeSendWindowSeconds, codeResendSeconds } = config().limits;
  const { user } = wanted;
  // Two logins at once take turns, so that neither finds the other's code in its way.
  await lockUser(transaction, user.id);
  const sent = await countSentCodes(transaction, user.id, secondsAfter(at, -codeSendWindowSeconds));
  const token = newSecret("alc_");
  const expiresAt =
    sent < codeSends
      ? await newOpenCode(transaction, wanted, { token, at, send: true })
      : ((await rebindOpenCode(transaction, subjectOf(wanted), {
          challengeHash: hashSecret(token),
          data: wanted.payload,
          at,
        })) ?? (await newOpenCode(transaction, wanted, { token, at, send: false })));
  return {
    token,
    maskedEmail: maskEmail(user.email),
    codeLength: CODE_LENGTH,
    expiresAt,
    resendAfterSeconds: codeResendSeconds,
  };
}

function subjectOf({ user, purpose, sessionId }: WantedCode): CodeSubject {
  return { userId: user.id, purpose, sessionId };
}

/** Opens a code in place of the one before. One that is not sent is a code that nobody can know. */
async function newOpenCode(
  transaction: TenantTransaction,
  wanted: WantedCode,
  { token, at, send }: { token: string; at: Date; send: boolean },
): Promise<Date> {
  const { user, purpose, payload } = wanted;
  const subject = subjectOf(wanted);
  await withdrawLoginCodes(transaction, subject, at);
  const id = newId();
  const code = newCode(CODE_LENGTH);
  const expiresAt = secondsAfter(at, CODE_LIFETIME_SECONDS);
  await insertLoginCode(transaction, {
    id,
    ...subject,
    challengeHash: hashSecret(token),
    codeHash: send ? codeHash(id, emailKeyOf(user.email), code) : hashSecret(newSecret("alc_")),
    payload: { sent: send, data: payload },
    at,
    expiresAt,
  });
  if (send)
    await queueMail(transaction, {
      to: user.email,
      userId: user.id,
      locale: user.locale,
      template: purpose === "login" ? "login_code" : "step_up_code",
      code,
      lifetimeSeconds: CODE_LIFETIME_SECONDS,
    });
  return expiresAt;
}

interface PresentedCode extends CodeSubject {
  /** The address the code must have been sent to: the user's own. */
  email: string;
  code: string;
  /** Without it the tries are counted for the address (contract, Request-time bodies). */
  challengeToken: string | null;
}

/** Tries a code. The try is counted and committed before the code is looked at. When it is right, the code is
 *  consumed, the address is recorded as proven, and `redeem` runs, all in one transaction: of any number of
 *  parallel redemptions one gets its answer.
 *  @returns null for a code that is wrong, spent, withdrawn, expired or was never sent, and when `redeem`
 *  finds that the user may not go on */
export async function tryCode<T>(
  scope: TenantScope,
  presented: PresentedCode,
  by: { actor: Actor; context: RequestContext },
  redeem: (
    transaction: TenantTransaction,
    redeemed: { user: User; payload: Record<string, unknown>; at: Date },
  ) => Promise<T | null>,
): Promise<T | null> {
  const at = now();
  const row = await openCode(scope, presented, at);
  const expected = row && codeHash(row.id, emailKeyOf(presented.email), presented.code);
  if (!row || !expected || !equalHashes(expected, row.codeHash)) return null;
  return inTenant(scope, async (transaction) => {
    const user = await lockUser(transaction, presented.userId);
    if (user?.status !== "active") return null;
    if (!(await consumeLoginCode(transaction, row.id, at))) return null;
    await recordEmailProof(transaction, user, "service_otp", { ...by, at });
    return redeem(transaction, { user, payload: row.payload.data, at });
  });
}

async function openCode(scope: TenantScope, presented: PresentedCode, at: Date) {
  const { challengeToken } = presented;
  if (challengeToken !== null)
    return inTenant(scope, (t) => takeChallengeTry(t, presented, hashSecret(challengeToken), at));
  if (!(await takeAddressTry(scope, presented))) return null;
  return inTenant(scope, (t) => findOpenCode(t, presented, at));
}
