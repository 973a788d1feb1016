import type { Caller } from "@/lib/caller";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { admitWithGrant } from "@/lib/login/admission-store";
import type {
  CompletedLogin,
  IssuedTrustedDevice,
  LoginChannel,
  LoginOutcome,
} from "@/lib/login/completed-login";
import { finishLogin, grantPayload, loginSucceeded } from "@/lib/login/finish-login";
import type { LoginSlots } from "@/lib/login/login-brake";
import { issueCode } from "@/lib/login/login-code";
import { type LoginSubject, replacePasswordHash } from "@/lib/login/login-subject-store";
import { recordCodeAsked } from "@/lib/login/record-code-asked";
import { issuedDevice, trustOffer } from "@/lib/login/trust-offer";
import { newOneTimeSecret } from "@/lib/one-time/issue-one-time-secret";
import type { SecurityPolicy } from "@/lib/tenants/security-policy";
import { rotateTrustedDevice } from "@/lib/trusted-devices/rotate-trusted-device";
import { lockUser } from "@/lib/users/user-store";

/** Somebody whose password was right. */
export interface Proven {
  subject: LoginSubject;
  policy: SecurityPolicy;
  trustedDeviceToken: string | null;
  channel: LoginChannel;
  /** The hash that was verified, and the one to store in its place when today's cost is higher. */
  verified: string;
  rehashed: string | null;
  at: Date;
}

/** Lets a proven user in, or asks for a code first, and gives the attempt's slots back.
 *  @returns null when the user changed since the hash was read, and then nothing has happened */
export async function admitLogin(
  caller: Caller,
  proven: Proven,
  slots: LoginSlots,
): Promise<LoginOutcome | null> {
  if (endsInGrant(proven)) return admitAtOnce(caller, proven, slots);
  const outcome = await inTenant(caller, (t) => admit(t, caller, proven));
  if (outcome) await slots.giveBack();
  return outcome;
}

/** Whether nothing but the grant of a direct login is left to write. */
function endsInGrant({ subject, policy, channel, rehashed }: Proven): boolean {
  const isAlone = subject.deviceId === null && rehashed === null;
  return channel === "direct" && policy.loginOtp === "never" && isAlone;
}

/** The most frequent login, in one statement. */
async function admitAtOnce(
  caller: Caller,
  { subject, verified, at }: Proven,
  slots: LoginSlots,
): Promise<LoginOutcome | null> {
  const login = loginOf(subject, at);
  const { secret, stored } = newOneTimeSecret("grant", login.userId, {
    payload: grantPayload(login),
  });
  const entry = loginSucceeded(caller, "direct", login);
  const admission = { verified, grant: stored, entry, slots: slots.held };
  if (!(await admitWithGrant(caller, admission))) return null;
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

async function admit(
  t: TenantTransaction,
  caller: Caller,
  proven: Proven,
): Promise<LoginOutcome | null> {
  const { subject, policy, channel, trustedDeviceToken, verified, rehashed, at } = proven;
  const user = await lockUser(t, subject.user.id);
  if (user?.status !== "active" || user.passwordHash !== verified) return null;
  if (rehashed) await replacePasswordHash(t, user.id, verified, rehashed);
  const trusted = subject.deviceId !== null;
  if (policy.loginOtp === "always" || (policy.loginOtp === "untrusted_device" && !trusted)) {
    const payload = { channel };
    const challenge = await issueCode(t, { user, purpose: "login", sessionId: null, payload });
    const { sent } = challenge;
    await recordCodeAsked(t, caller, { userId: user.id, channel, sent, at });
    return {
      status: "otp_required",
      challenge: { ...challenge, ...trustOffer(policy) },
    };
  }
  const trustedDevice = await renewed(t, subject.deviceId, trustedDeviceToken, at);
  return {
    status: "grant",
    ...(await finishLogin(t, caller, channel, { login: loginOf(subject, at), trustedDevice })),
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
