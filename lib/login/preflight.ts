import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { inTenant, type TenantTransaction } from "@/lib/db";
import type { IssuedTrustedDevice, LoginChannel, LoginOutcome } from "@/lib/login/completed-login";
import { finishLogin } from "@/lib/login/finish-login";
import { brakesOf, takeLoginSlots } from "@/lib/login/login-brake";
import { issueCode } from "@/lib/login/login-code";
import {
  type LoginSubject,
  readLoginSubject,
  replacePasswordHash,
} from "@/lib/login/login-subject-store";
import { recordCodeSent } from "@/lib/login/record-code-sent";
import { refuseLogin } from "@/lib/login/refuse-login";
import { issuedDevice, trustOffer } from "@/lib/login/trust-offer";
import { hashPassword, verifyPassword, withinHashCapacity } from "@/lib/passwords/password-hash";
import type { SecurityPolicy } from "@/lib/tenants/security-policy";
import { readSecurityPolicy } from "@/lib/tenants/security-policy-store";
import { rotateTrustedDevice } from "@/lib/trusted-devices/rotate-trusted-device";
import { trustEnds } from "@/lib/trusted-devices/trusted-device";
import { emailKeyOf } from "@/lib/users/email";
import { lockUser } from "@/lib/users/user-store";

interface PasswordAttempt {
  email: string;
  password: string;
  trustedDeviceToken: string | null;
  channel: LoginChannel;
}

interface Proven {
  subject: LoginSubject;
  policy: SecurityPolicy;
  attempt: PasswordAttempt;
  /** The hash that was verified, and the one to store in its place when today's cost is higher. */
  verified: string;
  rehashed: string | null;
  at: Date;
}

/** The password stage of a login. Whoever fails costs the same work, whether there is such a user, whether it
 *  has a password, and whether it may sign in: one read, one slot a brake, one password hash, one event.
 *  @throws ServiceError `invalid_credentials`, `login_temporarily_locked`, `service_overloaded` */
export function preflight(caller: Caller, attempt: PasswordAttempt): Promise<LoginOutcome> {
  return withinHashCapacity(() => tryPassword(caller, attempt));
}

async function tryPassword(caller: Caller, attempt: PasswordAttempt): Promise<LoginOutcome> {
  const at = now();
  const { subject, policy } = await readSubject(caller, attempt, at);
  const deviceId = subject?.deviceId ?? null;
  const slots = await takeLoginSlots(
    brakesOf(caller, caller.context, policy, { emailKey: emailKeyOf(attempt.email), deviceId }),
  );
  const stored = subject?.user.passwordHash ?? null;
  let outcome: LoginOutcome | null;
  try {
    const proof = await verifyPassword(stored, attempt.password);
    if (!proof.correct || !subject || stored === null || subject.user.status !== "active")
      outcome = null;
    else {
      const rehashed = proof.rehash ? await hashPassword(attempt.password) : null;
      const proven = { subject, policy, attempt, verified: stored, rehashed, at };
      outcome = await inTenant(caller, (t) => admit(t, caller, proven));
    }
  } catch (error) {
    // Nothing was judged: an overloaded machine must not lock anybody out.
    await slots.giveBack();
    throw error;
  }
  if (!outcome)
    return refuseLogin(caller, slots, {
      userId: subject?.user.id ?? null,
      method: "password",
      channel: attempt.channel,
      at,
    });
  await slots.giveBack();
  return outcome;
}

function readSubject(caller: Caller, attempt: PasswordAttempt, at: Date) {
  return inTenant(caller, async (t) => {
    const policy = await readSecurityPolicy(t);
    const presented = {
      emailKey: emailKeyOf(attempt.email),
      deviceTokenHash: hashSecret(attempt.trustedDeviceToken ?? ""),
      challengeHash: hashSecret(""),
      // A tenant that shortens the window, or closes it, means the devices it trusts already.
      trustedSince: trustEnds(at, -policy.trustedDeviceDays),
    };
    return { policy, subject: await readLoginSubject(t, presented, at) };
  });
}

/** The password was right: a grant, or a code first. Null when the user changed meanwhile. */
async function admit(
  t: TenantTransaction,
  caller: Caller,
  proven: Proven,
): Promise<LoginOutcome | null> {
  const { subject, policy, attempt, verified, rehashed, at } = proven;
  const user = await lockUser(t, subject.user.id);
  if (user?.status !== "active" || user.passwordHash !== verified) return null;
  if (rehashed) await replacePasswordHash(t, user.id, verified, rehashed);
  const trusted = subject.deviceId !== null;
  if (policy.loginOtp === "always" || (policy.loginOtp === "untrusted_device" && !trusted)) {
    const payload = { channel: attempt.channel };
    const challenge = await issueCode(t, { user, purpose: "login", sessionId: null, payload });
    await recordCodeSent(t, caller, { userId: user.id, channel: attempt.channel, at });
    return {
      status: "otp_required",
      challenge: { ...challenge, ...trustOffer(policy) },
    };
  }
  const trustedDevice = await renewed(t, subject.deviceId, attempt.trustedDeviceToken, at);
  const login = {
    userId: user.id,
    authTime: at,
    amr: ["pwd"],
    trustedDeviceId: subject.deviceId,
    kind: null,
  };
  return {
    status: "grant",
    ...(await finishLogin(t, caller, attempt.channel, { login, trustedDevice })),
  };
}

async function renewed(
  t: TenantTransaction,
  deviceId: string | null,
  token: string | null,
  at: Date,
): Promise<IssuedTrustedDevice | null> {
  if (deviceId === null || token === null) return null;
  const rotated = await rotateTrustedDevice(t, deviceId, token, at);
  return rotated && issuedDevice(rotated);
}
