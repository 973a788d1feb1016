import type { FactorMethod } from "@/lib/core/factors/factor";
import { admitWithGrant } from "@/lib/core/login/admission-store";
import { requireSecondFactor } from "@/lib/core/login/ask-second-factor";
import type {
  CompletedLogin,
  IssuedTrustedDevice,
  LoginChannel,
  LoginOutcome,
} from "@/lib/core/login/completed-login";
import { finishLogin, grantPayload, loginSucceeded } from "@/lib/core/login/finish-login";
import type { LoginLease } from "@/lib/core/login/login-leases";
import type { LoginSubject } from "@/lib/core/login/login-subject-store";
import { issuedDevice } from "@/lib/core/login/trust-offer";
import { asksForPasswordAlone } from "@/lib/core/login/what-to-show";
import { newOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { rotateTrustedDevice } from "@/lib/core/trusted-devices/rotate-trusted-device";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { replacePasswordHash } from "@/lib/core/users/password-store";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { releaseLeases } from "@/lib/kernel/rate-limits/failure-leases";

/** A user whose password was right. */
export interface Proven {
  subject: LoginSubject;
  policy: SecurityPolicy;
  trustedDeviceToken: string | null;
  channel: LoginChannel;
  /** The second factor that the user prefers. */
  method: FactorMethod | null;
  /** The hash that was verified, and the one to store in its place when today's cost is higher. */
  verified: string;
  rehashed: string | null;
  at: Date;
}

/** Completes the login of a proven user, or requires a second factor first, and releases the attempt's
 *  leases.
 *  @returns null when the user changed since the hash was read; then nothing was written */
export async function admitLogin(
  caller: Caller,
  proven: Proven,
  leases: readonly LoginLease[],
): Promise<LoginOutcome | null> {
  if (endsInGrant(proven)) return admitToGrant(caller, proven, leases);
  const outcome = await inTransaction(caller, (db) => admit(db, caller, proven));
  if (outcome) await releaseLeases(leases);
  return outcome;
}

/** Whether the grant of a direct login is all that remains to be written. */
function endsInGrant({ subject, policy, channel, rehashed }: Proven): boolean {
  const isAlone = subject.deviceId === null && rehashed === null;
  return channel === "direct" && isAlone && asksForPasswordAlone(policy);
}

/** Completes the most frequent login in one statement. */
async function admitToGrant(
  caller: Caller,
  { subject, verified, at }: Proven,
  leases: readonly LoginLease[],
): Promise<LoginOutcome | null> {
  const login = loginOf(subject, at);
  const { secret, stored } = newOneTimeSecret("grant", login.userId, {
    payload: grantPayload(login),
  });
  const entry = loginSucceeded(caller, "direct", login);
  const admission = { verified, grant: stored, entry, leases };
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

async function admit(db: Queryable, caller: Caller, proven: Proven): Promise<LoginOutcome | null> {
  const { subject, policy, channel, method, trustedDeviceToken, verified, rehashed, at } = proven;
  const user = await lockUser(db, subject.user.id);
  if (!maySignIn(user) || user.passwordHash !== verified) return null;
  if (rehashed) await replacePasswordHash(db, user.id, { verified, next: rehashed });
  const { deviceMethods: device } = subject;
  const challenge = await requireSecondFactor(db, caller, {
    user,
    policy,
    channel,
    method,
    device,
  });
  if (challenge) return challenge;
  const trustedDevice = await renewed(db, subject.deviceId, trustedDeviceToken, at);
  return {
    status: "grant",
    ...(await finishLogin(db, caller, channel, { login: loginOf(subject, at), trustedDevice })),
  };
}

async function renewed(
  db: Queryable,
  deviceId: string | null,
  token: string | null,
  at: Date,
): Promise<IssuedTrustedDevice | null> {
  if (deviceId === null || token === null) return null;
  const rotated = await rotateTrustedDevice(db, deviceId, token, at);
  return rotated && issuedDevice(rotated);
}
