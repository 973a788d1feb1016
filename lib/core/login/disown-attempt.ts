import { z } from "zod";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Disowned } from "@/lib/core/login/send-code";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/core/one-time/link";
import {
  consumeOneTimeSecret,
  findLiveOneTimeSecret,
  resolveOneTimeSecret,
  withdrawOneTimeSecrets,
} from "@/lib/core/one-time/one-time-store";
import { withdrawLoginCodes } from "@/lib/core/one-time-codes/login-code-store";
import { redeemedLoginSince } from "@/lib/core/one-time-codes/redeemed-code-store";
import { type Ending, endSessions } from "@/lib/core/sessions/end-sessions";
import { endWithPassword } from "@/lib/core/user-lifecycle/what-ends";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { findUser } from "@/lib/core/users/user-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

const disowned = z.object({
  purpose: z.enum(["login", "step_up"]),
  sessionId: z.string().nullable(),
});

/** What an attempt came to when its owner disowned it. */
export interface DisownedAttempt {
  scope: TenantScope;
  /** Nobody had got in; or a sign-in had been finished with a code, and the user is signed out everywhere; or the
   *  session whose step-up it was has ended. */
  outcome: "kept_out" | "signed_out" | "session_ended";
  /** Leads to where a new password is chosen. */
  resetLink: string;
}

/** Whose mailbox a not-me link was sent to, without spending it: mail scanners open links too. Null for one that is
 *  unknown, spent, withdrawn or expired, and for any other secret. */
export async function readNotMeLink(secret: string): Promise<TenantScope | null> {
  const secretHash = hashSecret(secret);
  const scope = await resolveOneTimeSecret(secretHash);
  if (!scope) return null;
  return inTransaction(scope, async (db) => {
    const link = await findLiveOneTimeSecret(db, ["not_me"], secretHash, now());
    return link && maySignIn(await findUser(db, link.userId)) ? scope : null;
  });
}

/** Ends the attempt that a code was mailed for, because the user says that it is not theirs: the challenge that is open
 *  now, also one that a resent code began; the session whose step-up it was; and, when somebody finished a sign-in with
 *  the code, all that came of it. Whoever got that far knows the password, so the answer leads to a new one: the link
 *  proves the mailbox as a reset link does. Of any number of parallel calls one gets an answer.
 *  @returns null when the link can't be used (any more); then nothing has happened */
export async function disownAttempt(
  secret: string,
  context: RequestContext,
): Promise<DisownedAttempt | null> {
  const secretHash = hashSecret(secret);
  const scope = await resolveOneTimeSecret(secretHash);
  if (!scope) return null;
  return inTransaction(scope, async (db) => {
    const at = now();
    const link = await consumeOneTimeSecret(db, ["not_me"], secretHash, at);
    const user = link && (await findUser(db, link.userId));
    if (!link || !maySignIn(user)) return null;
    const attempt = { ...disowned.parse(link.payload), sentAt: link.createdAt };
    const actor = { type: "user", id: user.id } as const;
    const by = { actor, context, reason: "login_disowned", at };
    const outcome = await endAttempt(db, user.id, attempt, by);
    await recordDisowned(db, user.id, { ...attempt, outcome }, by);
    return { scope, outcome, resetLink: await newResetLink(db, user.id, at) };
  });
}

/** Asks for a finished sign-in since the code was sent: a code that was sent again took the first one's place. */
async function endAttempt(
  db: Queryable,
  userId: string,
  { purpose, sessionId, sentAt }: Disowned & { sentAt: Date },
  by: Ending,
): Promise<DisownedAttempt["outcome"]> {
  if (purpose === "login" && (await redeemedLoginSince(db, userId, sentAt))) {
    await endWithPassword(db, userId, by);
    return "signed_out";
  }
  await withdrawLoginCodes(db, { userId, purpose, sessionId }, by.at);
  if (sessionId === null) return "kept_out";
  await endSessions(db, { userId, sessionIds: [sessionId] }, by);
  return "session_ended";
}

function recordDisowned(
  db: Queryable,
  userId: string,
  { purpose, sessionId, outcome }: Disowned & Pick<DisownedAttempt, "outcome">,
  { actor, context, at }: Ending,
): Promise<void> {
  const session = sessionId === null ? [] : [{ type: "session", id: sessionId }];
  return recordAuditEvent(db, {
    kind: "login.disowned",
    actor,
    context,
    targets: [{ type: "user", id: userId }, ...session],
    metadata: { purpose, outcome },
    at,
  });
}

/** A reset link in place of earlier ones. Other not-me links tell of the attempt that has just ended. */
async function newResetLink(db: Queryable, userId: string, at: Date): Promise<string> {
  await withdrawOneTimeSecrets(db, userId, ["password_reset", "not_me"], at);
  const { secret } = await issueOneTimeSecret(db, "password_reset", userId, { emailed: true, at });
  return linkFor("password_reset", secret);
}
