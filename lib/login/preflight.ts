import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { admitWithGrant } from "@/lib/login/admission-store";
import type {
  CompletedLogin,
  IssuedTrustedDevice,
  LoginChannel,
  LoginOutcome,
} from "@/lib/login/completed-login";
import { finishLogin, grantPayload, loginSucceeded } from "@/lib/login/finish-login";
import {
  type LoginSlots,
  platformBrakes,
  slotsTaken,
  takeLoginSlots,
  takingSlots,
  tenantBrakes,
} from "@/lib/login/login-brake";
import { issueCode } from "@/lib/login/login-code";
import {
  type LoginSubject,
  readLoginSubject,
  replacePasswordHash,
} from "@/lib/login/login-subject-store";
import { recordCodeSent } from "@/lib/login/record-code-sent";
import { refuseLogin } from "@/lib/login/refuse-login";
import { issuedDevice, trustOffer } from "@/lib/login/trust-offer";
import { newOneTimeSecret } from "@/lib/one-time/issue-one-time-secret";
import { hashPassword, verifyPassword, withinHashCapacity } from "@/lib/passwords/password-hash";
import type { SecurityPolicy } from "@/lib/tenants/security-policy";
import { rotateTrustedDevice } from "@/lib/trusted-devices/rotate-trusted-device";
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
  return withinHashCapacity(caller, () => tryPassword(caller, attempt));
}

async function tryPassword(caller: Caller, attempt: PasswordAttempt): Promise<LoginOutcome> {
  const at = now();
  const { subject, policy, slots } = await begin(caller, attempt, at);
  const outcome = await judge(caller, { subject, policy, attempt, at }, slots);
  return (
    outcome ??
    refuseLogin(caller, slots, {
      userId: subject?.user.id ?? null,
      method: "password",
      channel: attempt.channel,
      at,
    })
  );
}

/** Reads whom the attempt is about and takes its slots, in one round trip: unless a trusted device is presented,
 *  whose own slots they are, or the tenant has a lockout of its own. */
async function begin(caller: Caller, attempt: PasswordAttempt, at: Date) {
  const emailKey = emailKeyOf(attempt.email);
  const presented = {
    emailKey,
    deviceTokenHash: hashSecret(attempt.trustedDeviceToken ?? ""),
    challengeHash: hashSecret(""),
  };
  const brakesOf = (deviceId: string | null) =>
    platformBrakes(caller, caller.context, { emailKey, deviceId });
  const known = attempt.trustedDeviceToken === null ? brakesOf(null) : [];
  const along = takingSlots(known, at);
  const { subject, policy, answers } = await readLoginSubject(caller, presented, at, along);
  const deviceId = subject?.deviceId ?? null;
  const { held } = await slotsTaken(known, answers, at);
  const left = tenantBrakes(caller, policy, { emailKey, deviceId });
  if (known.length === 0) left.unshift(...brakesOf(deviceId));
  return { subject, policy, slots: await takeLoginSlots(left, { held }) };
}

/** Looks at the password. Slots are given back unless it is refused.
 *  @returns null when it is */
async function judge(
  caller: Caller,
  {
    subject,
    ...rest
  }: Omit<Proven, "subject" | "verified" | "rehashed"> & {
    subject: LoginSubject | null;
  },
  slots: LoginSlots,
): Promise<LoginOutcome | null> {
  const { password } = rest.attempt;
  const stored = subject?.user.passwordHash ?? null;
  try {
    const proof = await verifyPassword(caller, stored, password);
    if (!proof.correct || !subject || stored === null || subject.user.status !== "active")
      return null;
    const rehashed = proof.rehash ? await hashPassword(caller, password) : null;
    const proven = { ...rest, subject, verified: stored, rehashed };
    if (endsInGrant(proven)) return await admitAtOnce(caller, proven, slots.keys);
    const outcome = await inTenant(caller, (t) => admit(t, caller, proven));
    if (outcome) await slots.giveBack();
    return outcome;
  } catch (error) {
    // Nothing was judged: an overloaded machine must not lock anybody out.
    await slots.giveBack();
    throw error;
  }
}

/** Whether nothing but the grant of a direct login is left to write. */
function endsInGrant({ subject, policy, attempt, rehashed }: Proven): boolean {
  const isAlone = subject.deviceId === null && rehashed === null;
  return attempt.channel === "direct" && policy.loginOtp === "never" && isAlone;
}

/** The most frequent login, in one statement. Null when the user changed meanwhile. */
async function admitAtOnce(
  caller: Caller,
  { subject, verified, at }: Proven,
  slots: string[],
): Promise<LoginOutcome | null> {
  const login = loginOf(subject, at);
  const { secret, stored } = newOneTimeSecret("grant", login.userId, {
    payload: grantPayload(login),
  });
  const entry = loginSucceeded(caller, "direct", login);
  if (!(await admitWithGrant(caller, { verified, grant: stored, entry, slots }))) return null;
  return {
    status: "grant",
    login,
    grant: { secret, expiresAt: stored.expiresAt },
    trustedDevice: null,
  };
}

function loginOf({ user, deviceId }: LoginSubject, at: Date): CompletedLogin {
  return { userId: user.id, authTime: at, amr: ["pwd"], trustedDeviceId: deviceId, kind: null };
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
  return {
    status: "grant",
    ...(await finishLogin(t, caller, attempt.channel, {
      login: loginOf(subject, at),
      trustedDevice,
    })),
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
