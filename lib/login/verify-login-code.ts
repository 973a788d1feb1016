import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { inBatch } from "@/lib/db/batch";
import type { Queryable } from "@/lib/db/queryable";
import type { LoginChannel, LoginSuccess } from "@/lib/login/completed-login";
import { finishLogin } from "@/lib/login/finish-login";
import { inLoginQueue, platformBrakes, tenantBrakes } from "@/lib/login/login-brake";
import { assertEachLeased, type LoginLease, takeLoginLeases } from "@/lib/login/login-leases";
import { type LoginSubject, readLoginSubject } from "@/lib/login/login-subject-store";
import { refuseLogin } from "@/lib/login/refuse-login";
import { issuedDevice, trustOffer } from "@/lib/login/trust-offer";
import { tryCode } from "@/lib/login/try-code";
import { releaseLeases } from "@/lib/rate-limits/failure-leases";
import type { SecurityPolicy } from "@/lib/security-policy/security-policy";
import { createTrustedDevice } from "@/lib/trusted-devices/create-trusted-device";
import { emailKeyOf } from "@/lib/users/email";
import type { User } from "@/lib/users/user";

interface CodeAttempt {
  email: string;
  code: string;
  /** The challenge's token; without it the tries are counted for the address. */
  challengeToken: string | null;
  rememberDevice: boolean;
  deviceName: string | null;
  channel: LoginChannel;
}

/** No user has this id: a code tried for an address that nobody has costs the same queries. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The code stage of a login. Wrong, spent, withdrawn, expired and absent codes are one refusal.
 *  @throws ServiceError `invalid_credentials`, `login_temporarily_locked`, `service_overloaded` */
export function verifyLoginCode(caller: Caller, attempt: CodeAttempt): Promise<LoginSuccess> {
  const whose = { email: attempt.email, token: attempt.challengeToken };
  return inLoginQueue(caller, whose, () => tryLoginCode(caller, attempt));
}

async function tryLoginCode(caller: Caller, attempt: CodeAttempt): Promise<LoginSuccess> {
  const at = now();
  const { subject, policy } = await readSubject(caller, attempt, at);
  const leases = await leasesFor(caller, policy, attempt, subject?.challengeIsLive ?? false);
  const success = await redeem(caller, policy, subject, attempt).catch(async (error: unknown) => {
    // Nothing was judged.
    await releaseLeases(leases);
    throw error;
  });
  if (!success)
    return refuseLogin(caller, leases, {
      userId: subject?.user.id ?? null,
      method: "code",
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
): Promise<LoginSuccess | null> {
  const presented = {
    userId: subject?.user.id ?? NOBODY,
    purpose: "login",
    sessionId: null,
    email: subject?.user.email ?? attempt.email,
    code: attempt.code,
    challengeToken: attempt.challengeToken,
  } as const;
  return tryCode(caller, presented, caller, async (db, { user, payload, at }) =>
    payload.channel === attempt.channel ? admit(db, caller, { user, policy, attempt, at }) : null,
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

/** Wrong codes count as failed logins. But a login that holds its challenge has shown the password and has
 *  five tries of its own: a stranger who locks the address must not stop it half-way. What is locked already has no
 *  lease left, so that it is not locked anew: its end would never come. */
async function leasesFor(
  caller: Caller,
  policy: SecurityPolicy,
  attempt: CodeAttempt,
  challengeIsLive: boolean,
): Promise<LoginLease[]> {
  const subject = { emailKey: emailKeyOf(attempt.email), deviceId: null };
  const brakes = [
    ...platformBrakes(caller, caller.context, subject),
    ...tenantBrakes(caller, policy, subject),
  ];
  const leases = await inBatch(caller, (db) => takeLoginLeases(db, brakes));
  if (!challengeIsLive) await assertEachLeased(brakes, leases);
  return leases;
}

async function admit(
  db: Queryable,
  caller: Caller,
  proven: { user: User; policy: SecurityPolicy; attempt: CodeAttempt; at: Date },
): Promise<LoginSuccess> {
  const { user, policy, attempt, at } = proven;
  const { rememberDeviceAllowed, trustedDeviceDays } = trustOffer(policy);
  const trusted =
    attempt.rememberDevice && rememberDeviceAllowed
      ? await createTrustedDevice(
          db,
          {
            user,
            windowDays: trustedDeviceDays,
            alert: policy.trustedDeviceEmail,
            name: attempt.deviceName,
          },
          { actor: caller.actor, context: caller.context, at },
        )
      : null;
  const login = {
    userId: user.id,
    authTime: at,
    amr: ["pwd", "otp"],
    trustedDeviceId: trusted?.device.id ?? null,
    kind: null,
  };
  return finishLogin(db, caller, attempt.channel, {
    login,
    trustedDevice: trusted && issuedDevice(trusted),
  });
}
