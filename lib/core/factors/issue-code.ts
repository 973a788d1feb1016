import type { ChallengeRequest, CodeChallenge } from "@/lib/core/factors/factor";
import { mailCode } from "@/lib/core/factors/mail-code";
import {
  CODE_LENGTH,
  CODE_LIFETIME_SECONDS,
  CODE_TRIES,
  codeHash,
} from "@/lib/core/one-time-codes/code";
import {
  type CodeSubject,
  insertLoginCode,
  oldestOfLastSent,
  readOpenCode,
  rebindOpenCode,
  withdrawLoginCodes,
} from "@/lib/core/one-time-codes/login-code-store";
import { newSentCode } from "@/lib/core/one-time-codes/sent-code";
import { emailKeyOf, maskEmail } from "@/lib/core/users/email";
import { lockUser } from "@/lib/core/users/user-store";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { hashSecret, newSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** Sends a code and returns the challenge that binds the tries to the requesting client. A code sent
 *  before for the same purpose stops working, and its wrong tries count for the new one: requesting again
 *  brings no more guesses. Once the limit of sent codes or of tries is reached, none is sent, and the
 *  challenge states so: the last code continues to work while it is valid. */
export async function issueCode(db: Queryable, request: ChallengeRequest): Promise<CodeChallenge> {
  const at = now();
  const { user, payload: data } = request;
  const subject = subjectOf(request);
  // Serializes two logins of one user, so that neither conflicts with the other's code.
  await lockUser(db, user.id);
  const open = await readOpenCode(db, subject, at);
  const withheldUntil = await codesWithheldUntil(db, user.id, open, at);
  const token = newSecret("alc_");
  const rebound =
    withheldUntil &&
    (await rebindOpenCode(db, subject, { challengeHash: hashSecret(token), data, at }));
  const made = { token, at, send: withheldUntil === null, attempts: open?.attempts ?? 0 };
  return {
    token,
    sent: withheldUntil === null,
    maskedEmail: maskEmail(user.email),
    codeLength: CODE_LENGTH,
    expiresAt: rebound ?? (await newOpenCode(db, request, made)),
    resendAfterSeconds: withheldUntil
      ? secondsUntil(withheldUntil, at)
      : config().limits.codeResendSeconds,
  };
}

/** Opens a login or step-up that a factor of the user's own completes. Nothing is sent: the row carries
 *  the tries and the payload, and no code of its own. Tries of the previous challenge count for it.
 *  @throws ServiceError `login_temporarily_locked` while its tries are used up */
export async function openChallenge(
  db: Queryable,
  request: ChallengeRequest,
): Promise<{ token: string; expiresAt: Date }> {
  const at = now();
  await lockUser(db, request.user.id);
  const open = await readOpenCode(db, subjectOf(request), at);
  if (open && open.attempts >= CODE_TRIES) throw triedUp(open.expiresAt, at);
  const token = newSecret("alc_");
  const made = { token, at, send: false, attempts: open?.attempts ?? 0 };
  return { token, expiresAt: await newOpenCode(db, request, made) };
}

function triedUp(until: Date, at: Date): ServiceError {
  return new ServiceError("login_temporarily_locked", {
    detail: "Too many attempts to sign in. Wait before trying again.",
    retryAfterSeconds: secondsUntil(until, at),
  });
}

const secondsUntil = (until: Date, at: Date) =>
  Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000));

/** Returns until when no code is sent to a user; null when one may be sent now. */
async function codesWithheldUntil(
  db: Queryable,
  userId: string,
  open: { attempts: number; expiresAt: Date } | null,
  at: Date,
): Promise<Date | null> {
  const { codeSends, codeSendWindowSeconds } = config().limits;
  const since = secondsAfter(at, -codeSendWindowSeconds);
  const oldest = await oldestOfLastSent(db, userId, { count: codeSends, since });
  const limited = oldest && secondsAfter(oldest, codeSendWindowSeconds);
  // A new code would have no tries left: after that many guesses the client waits until they expire.
  const triedUp = open && open.attempts >= CODE_TRIES ? open.expiresAt : null;
  return limited && triedUp && limited < triedUp ? triedUp : (limited ?? triedUp);
}

function subjectOf({ user, purpose, sessionId }: ChallengeRequest): CodeSubject {
  return { userId: user.id, purpose, sessionId };
}

/** Opens a code that replaces the previous one. When none is sent, the code is one that is never
 *  disclosed. */
async function newOpenCode(
  db: Queryable,
  request: ChallengeRequest,
  { token, at, send, attempts }: { token: string; at: Date; send: boolean; attempts: number },
): Promise<Date> {
  const { user, purpose, sessionId, payload, from } = request;
  const subject = subjectOf(request);
  await withdrawLoginCodes(db, subject, at);
  const id = newId();
  const emailKey = emailKeyOf(user.email);
  const code = newSentCode(emailKey, CODE_LENGTH);
  const expiresAt = secondsAfter(at, CODE_LIFETIME_SECONDS);
  await insertLoginCode(db, {
    id,
    ...subject,
    challengeHash: hashSecret(token),
    codeHash: send ? codeHash(id, emailKey, code) : hashSecret(newSecret("alc_")),
    payload: { sent: send, data: payload },
    attempts,
    at,
    expiresAt,
  });
  const about = { purpose, sessionId };
  if (send) await mailCode(db, user, { code, about, from, at });
  return expiresAt;
}
