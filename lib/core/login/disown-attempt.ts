import { z } from "zod";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Disowned } from "@/lib/core/factors/mail-code";
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

/** Result of disowning an attempt. */
export interface DisownedAttempt {
  scope: TenantScope;
  /** `kept_out`: no sign-in was completed. `signed_out`: a sign-in was completed with the code, and the
   *  user is signed out everywhere. `session_ended`: the session whose step-up it was has ended. */
  outcome: "kept_out" | "signed_out" | "session_ended";
  /** Link to the page on which a new password is set. */
  resetLink: string;
}

/** Returns the user that a not-me link was sent to, without spending it: mail scanners open links too.
 *  Null for a link that is unknown, spent, withdrawn or expired, and for any other secret. */
export async function readNotMeLink(secret: string): Promise<TenantScope | null> {
  const secretHash = hashSecret(secret);
  const scope = await resolveOneTimeSecret(secretHash);
  if (!scope) return null;
  return inTransaction(scope, async (db) => {
    const link = await findLiveOneTimeSecret(db, ["not_me"], secretHash, now());
    return link && maySignIn(await findUser(db, link.userId)) ? scope : null;
  });
}

/** Ends the attempt that a code was mailed for, because the user reports that it is not theirs: the open
 *  challenge, also one started by a resent code; the session whose step-up it was; and, when a sign-in was
 *  completed with the code, every session that resulted. An attacker who got that far knows the password,
 *  so the response carries a link to set a new one: the not-me link proves control of the mailbox as a
 *  reset link does. Of any number of parallel calls one gets an answer.
 *  @returns null when the link is no longer valid; then nothing has changed */
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

/** Looks for a sign-in that was completed after the code was sent: a code that was sent again replaced the
 *  first one. */
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

/** Issues a reset link that replaces earlier ones. Other not-me links concern the attempt that has just
 *  ended. */
async function newResetLink(db: Queryable, userId: string, at: Date): Promise<string> {
  await withdrawOneTimeSecrets(db, userId, ["password_reset", "not_me"], at);
  const { secret } = await issueOneTimeSecret(db, "password_reset", userId, { emailed: true, at });
  return linkFor("password_reset", secret);
}
