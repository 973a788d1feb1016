import { lockoutOf, type SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { emailKeyOf } from "@/lib/core/users/email";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { ServiceError } from "@/lib/kernel/errors";
import { inAttemptQueue } from "@/lib/kernel/process/attempt-queue";
import { countBrake } from "@/lib/kernel/process/counters";
import { networkOf, networksOf } from "@/lib/kernel/process/network";
import type { Bucket } from "@/lib/kernel/rate-limits/bucket-store";
import { secondsLocked } from "@/lib/kernel/rate-limits/failure-leases";
import { bucketKey } from "@/lib/kernel/rate-limits/limiter";

/** One of the rate limits of failed logins. */
export interface Brake extends Bucket {
  kind: "account" | "tenant" | "network";
  lockSeconds: number;
}

/** The account and device whose failures are counted. */
export interface BrakeSubject {
  emailKey: string;
  /** A trusted device has buckets of its own: an attacker who fails on purpose can't lock its owner out,
   *  and the bearer of its token has no more guesses than any other client. */
  deviceId: string | null;
}

/** Returns the platform's brakes of an attempt: the account's, and those of its networks when the address
 *  is known. A trusted device has no network brake: its token shows sufficiently that it is not another
 *  client of the same network. */
export function platformBrakes(
  scope: TenantScope,
  context: RequestContext,
  subject: BrakeSubject,
): Brake[] {
  const { limits } = config();
  const lockSeconds = limits.loginLockSeconds;
  const account: Brake = {
    kind: "account",
    budget: { name: "login", points: limits.loginFailures, seconds: limits.loginWindowSeconds },
    key: accountKey(scope, subject),
    lockSeconds,
  };
  if (subject.deviceId || networkOf(context.ipAddress) === null) return [account];
  const networks = networksOf(context.ipAddress).map(({ network, share }): Brake => {
    const points = limits.networkFailures * share;
    return {
      kind: "network",
      budget: { name: "login-network", points, seconds: limits.networkWindowSeconds },
      key: bucketKey(scope.environmentId, "network", network),
      lockSeconds,
    };
  });
  return [account, ...networks];
}

/** Returns the tenant's own lockout, if it has one. It applies in addition to the platform's and can only
 *  be stricter. */
export function tenantBrakes(
  scope: TenantScope,
  policy: SecurityPolicy,
  subject: BrakeSubject,
): Brake[] {
  const lockout = lockoutOf(policy);
  if (!lockout) return [];
  const { threshold, windowMinutes, durationMinutes } = lockout;
  const budget = { name: "login-tenant", points: threshold, seconds: windowMinutes * 60 };
  const key = accountKey(scope, subject);
  return [{ kind: "tenant", budget, key, lockSeconds: durationMinutes * 60 }];
}

/** Returns every brake of an attempt on an account that presents no trusted device. All methods share
 *  them. */
export function accountBrakes(
  caller: TenantScope & { context: RequestContext },
  policy: SecurityPolicy,
  email: string,
): Brake[] {
  const subject = { emailKey: emailKeyOf(email), deviceId: null };
  return [
    ...platformBrakes(caller, caller.context, subject),
    ...tenantBrakes(caller, policy, subject),
  ];
}

function accountKey({ environmentId }: TenantScope, { emailKey, deviceId }: BrakeSubject): string {
  return deviceId
    ? bucketKey(environmentId, "device", deviceId)
    : bucketKey(environmentId, "address", emailKey);
}

/** Queues an attempt to sign in behind those of the same account, so that none is refused because others
 *  are being verified. An attempt with a device's token or a challenge's does not queue behind clients
 *  that only know the address.
 *  @param attempt takes its leases anew whenever it is run
 *  @throws ServiceError `service_overloaded` */
export function inLoginQueue<T>(
  { environmentId }: TenantScope,
  { email, token }: { email: string; token: string | null },
  attempt: () => Promise<T>,
): Promise<T> {
  const subject = ["login", environmentId, emailKeyOf(email), token ?? ""].join(":");
  return inAttemptQueue(subject, config().limits.loginFailures, attempt);
}

/** Refuses an attempt that a brake has locked out. The response is the same for every brake, and for
 *  unknown addresses.
 *  @throws ServiceError `login_temporarily_locked` with the seconds that are left */
export async function assertNotLocked(brakes: readonly Brake[]): Promise<void> {
  const retryAfterSeconds = await secondsLocked(unscoped, brakes);
  if (retryAfterSeconds === null) return;
  countBrake("login");
  const detail = "Too many attempts to sign in. Wait before trying again.";
  throw new ServiceError("login_temporarily_locked", { detail, retryAfterSeconds });
}
