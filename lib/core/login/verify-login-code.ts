import type { LoginChannel, LoginEnd } from "@/lib/core/login/completed-login";
import { readSignInFacts } from "@/lib/core/login/factor-facts";
import { finishWithDevice } from "@/lib/core/login/finish-with-device";
import { accountBrakes, inLoginQueue } from "@/lib/core/login/login-brake";
import { assertEachLeased, type LoginLease, takeLoginLeases } from "@/lib/core/login/login-leases";
import { type LoginSubject, readLoginSubject } from "@/lib/core/login/login-subject-store";
import { observedSignIn } from "@/lib/core/login/observed-sign-in";
import { refuseLogin } from "@/lib/core/login/refuse-login";
import { requireEnrolment } from "@/lib/core/login/require-enrolment";
import { methodsShown } from "@/lib/core/login/shown-methods";
import { type Redeemed, type TypedMethod, tryCode } from "@/lib/core/login/try-code";
import { whatToShow } from "@/lib/core/login/what-to-show";
import { UNKNOWN_USER_ID } from "@/lib/core/one-time-codes/code";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { emailKeyOf } from "@/lib/core/users/email";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { releaseLeases } from "@/lib/kernel/rate-limits/failure-leases";

interface CodeAttempt {
  email: string;
  code: string;
  /** The challenge's token; without it the tries are counted for the address. */
  challengeToken: string | null;
  /** Type of the code: mailed, of an app, or a recovery code; null for the type that the challenge
   *  requires. */
  method?: TypedMethod | null;
  rememberDevice: boolean;
  deviceName: string | null;
  channel: LoginChannel;
}

/** The code stage of a login. Wrong, spent, withdrawn, expired and absent codes are one refusal, and so is
 *  a right one of a method that does not count. A user who has no accepted factor, and no days of grace
 *  left, must add one.
 *  @throws ServiceError `invalid_credentials`, `login_temporarily_locked`, `service_overloaded` */
export function verifyLoginCode(caller: Caller, attempt: CodeAttempt): Promise<LoginEnd> {
  const queueSubject = { email: attempt.email, token: attempt.challengeToken };
  const stage = { channel: attempt.channel, factor: factorOf(attempt) };
  return observedSignIn(caller, stage, () =>
    inLoginQueue(caller, queueSubject, () => tryLoginCode(caller, attempt)),
  );
}

/** Returns the kind of code that was typed, as far as the attempt states it. */
function factorOf({ method }: CodeAttempt): "code" | "totp" | "recovery_code" {
  return method === "totp" || method === "recovery_code" ? method : "code";
}

async function tryLoginCode(caller: Caller, attempt: CodeAttempt): Promise<LoginEnd> {
  const at = now();
  const { subject, policy } = await readSubject(caller, attempt, at);
  const leases = await leasesFor(caller, policy, attempt, subject?.challengeIsLive ?? false);
  const success = await redeem(caller, policy, subject, attempt).catch(async (error: unknown) => {
    // Nothing was verified.
    await releaseLeases(leases);
    throw error;
  });
  if (!success)
    return refuseLogin(caller, leases, {
      userId: subject?.user.id ?? null,
      method: factorOf(attempt),
      channel: attempt.channel,
      at,
    });
  await releaseLeases(leases);
  return success;
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
  return tryCode(caller, presented, caller, async (db, { payload, ...redeemed }) =>
    payload.channel === attempt.channel
      ? admit(db, caller, { ...redeemed, policy, attempt })
      : null,
  );
}

function readSubject(caller: Caller, attempt: CodeAttempt, at: Date) {
  const presented = {
    emailKey: emailKeyOf(attempt.email),
    deviceTokenHash: hashSecret(""),
    challengeHash: hashSecret(attempt.challengeToken ?? ""),
  };
  return inBatch(caller, (db) => readLoginSubject(db, presented, at));
}

/** Returns the leases of an attempt; wrong codes count as failed logins. A login that holds its challenge
 *  has shown the password and has five tries of its own: an attacker who locks the address must not stop
 *  it half-way. A brake that is locked already has no lease left, so that it is not locked anew: otherwise
 *  the lock would never end. */
async function leasesFor(
  caller: Caller,
  policy: SecurityPolicy,
  attempt: CodeAttempt,
  challengeIsLive: boolean,
): Promise<LoginLease[]> {
  const brakes = accountBrakes(caller, policy, attempt.email);
  const leases = await inBatch(caller, (db) => takeLoginLeases(db, brakes));
  if (!challengeIsLive) await assertEachLeased(brakes, leases);
  return leases;
}

async function admit(
  db: Queryable,
  caller: Caller,
  {
    user,
    method,
    policy,
    attempt,
    at,
  }: Omit<Redeemed, "payload"> & {
    policy: SecurityPolicy;
    attempt: CodeAttempt;
  },
): Promise<LoginEnd | null> {
  const { channel } = attempt;
  const facts = await readSignInFacts(db, { user, policy, channel }, at);
  const next = whatToShow(facts, { proofs: ["password", method] }, "sign_in");
  const amr = ["pwd", ...methodsShown(method)];
  if (next.answer === "enrol")
    return requireEnrolment(db, caller, { user, methods: next.methods, channel, amr, at });
  if (next.answer !== "grant") return null;
  const remembered = attempt.rememberDevice ? attempt.deviceName : undefined;
  const login = { userId: user.id, authTime: at, amr, trustedDeviceId: null, kind: null };
  const finished = { user, policy, channel, method, remembered, login };
  const success = await finishWithDevice(db, caller, finished);
  return { status: "grant", ...success };
}
