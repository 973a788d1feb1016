import type { RequestContext, TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { atOnce, queriesBeforeTenant } from "@/lib/db";
import type { Statement } from "@/lib/db-round-trip";
import { ServiceError } from "@/lib/errors";
import { networkOf } from "@/lib/login/network";
import {
  byLockOrder,
  failingSlot,
  giveFailureSlotsBack,
  type HeldSlot,
  hasLocked,
  secondsLocked,
  takingFailureSlot,
} from "@/lib/rate-limits/failure-slots";
import { type Budget, bucketKey } from "@/lib/rate-limits/limiter";
import { inTurn, SlotsInUse } from "@/lib/rate-limits/turns";
import type { SecurityPolicy } from "@/lib/tenants/security-policy";
import { emailKeyOf } from "@/lib/users/email";

/** One of the brakes that failed logins pull. */
export interface Brake {
  kind: "account" | "tenant" | "network";
  budget: Budget;
  key: string;
  lockSeconds: number;
}

/** Whose failures they are. */
export interface BrakeSubject {
  emailKey: string;
  /** A trusted device has buckets of its own: a stranger who fails on purpose can't lock its owner out, and
   *  whoever holds its token has no more guesses than anybody. */
  deviceId: string | null;
}

/** The platform's brakes of an attempt: the account's, and the network's where the address is known. A trusted
 *  device pulls no network brake: its token is proof enough that it isn't the stranger next to it. */
export function platformBrakes(
  scope: TenantScope,
  context: RequestContext,
  subject: BrakeSubject,
): Brake[] {
  const { limits } = config();
  const account: Brake = {
    kind: "account",
    budget: { name: "login", points: limits.loginFailures, seconds: limits.loginWindowSeconds },
    key: accountKey(scope, subject),
    lockSeconds: limits.loginLockSeconds,
  };
  const network = subject.deviceId ? null : networkOf(context.ipAddress);
  if (!network) return [account];
  const budget = {
    name: "login-network",
    points: limits.networkFailures,
    seconds: limits.networkWindowSeconds,
  };
  const key = bucketKey(scope.environmentId, "network", network);
  const lockSeconds = limits.loginLockSeconds;
  return byLockOrder([account, { kind: "network", budget, key, lockSeconds }]);
}

/** The tenant's own lockout, where it has one: on top of the platform's, to which it can only add. */
export function tenantBrakes(
  scope: TenantScope,
  policy: Pick<SecurityPolicy, "lockout">,
  subject: BrakeSubject,
): Brake[] {
  if (!policy.lockout) return [];
  const { threshold, windowMinutes, durationMinutes } = policy.lockout;
  const budget = { name: "login-tenant", points: threshold, seconds: windowMinutes * 60 };
  const key = accountKey(scope, subject);
  return [{ kind: "tenant", budget, key, lockSeconds: durationMinutes * 60 }];
}

function accountKey({ environmentId }: TenantScope, { emailKey, deviceId }: BrakeSubject): string {
  return deviceId
    ? bucketKey(environmentId, "device", deviceId)
    : bucketKey(environmentId, "address", emailKey);
}

/** A slot that an attempt holds in one of its brakes. */
export type HeldBrake = Brake & HeldSlot;

/** Slots that an attempt holds in its brakes until its proof is judged. */
export interface LoginSlots {
  /** The brakes they are in. */
  held: readonly HeldBrake[];
  /** The proof was right, or was never looked at: the attempt does not count. */
  giveBack(): Promise<void>;
  /** The proof was wrong.
   *  @param along what else the failure writes, in the same transaction
   *  @returns the brakes that this failure locked */
  fail(scope: TenantScope, along: readonly Statement[]): Promise<Brake["kind"][]>;
}

/** Runs an attempt to sign in when its turn comes: attempts of one account take its slots one after the other, and
 *  none is refused because others are being judged. Who presents a device's token, or a challenge's, doesn't stand
 *  behind strangers who know the address.
 *  @param attempt takes its slots anew whenever it is run */
export function inLoginTurn<T>(
  { environmentId }: TenantScope,
  { email, token }: { email: string; token: string | null },
  attempt: () => Promise<T>,
): Promise<T> {
  const subject = ["login", environmentId, emailKeyOf(email), token ?? ""].join(":");
  return inTurn(subject, config().limits.loginFailures, attempt);
}

/** Takes a slot in every brake before the proof is looked at, in one round trip, so that of any number of parallel
 *  guesses no more are verified than are left.
 *  @param held brakes in which the attempt has a slot already
 *  @param evenIfLocked counts the attempt and lets it pass, for one that has tries of its own
 *  @throws ServiceError `login_temporarily_locked`, the same whichever brake fired and whoever exists
 *  @throws SlotsInUse when nothing is locked, and others are being judged */
export async function takeLoginSlots(
  brakes: readonly Brake[],
  { held = [], evenIfLocked = false }: { held?: readonly HeldBrake[]; evenIfLocked?: boolean } = {},
): Promise<LoginSlots> {
  if (brakes.length === 0) return slotsIn(held);
  const taking = byLockOrder(brakes);
  const answers = await queriesBeforeTenant(takingSlots(taking));
  return slotsTaken(taking, answers, { held, evenIfLocked });
}

/** The same as statements, one for each brake, for a message that says more; `slotsTaken` reads their answers.
 *  @param brakes in lock order, as `platformBrakes` has them */
export function takingSlots(brakes: readonly Brake[]): Statement<{ lease: string }>[] {
  return brakes.map(({ budget, key }) => takingFailureSlot(budget, key));
}

/** What came of statements that take slots.
 *  @param answers the rows of each
 *  @throws ServiceError `login_temporarily_locked`
 *  @throws SlotsInUse */
export async function slotsTaken(
  brakes: readonly Brake[],
  answers: readonly (readonly object[])[],
  { held = [], evenIfLocked = false }: { held?: readonly HeldBrake[]; evenIfLocked?: boolean } = {},
): Promise<LoginSlots> {
  const rows = answers as readonly (readonly { lease: string }[])[];
  const taken = brakes.flatMap((brake, index) => {
    const lease = rows[index]?.[0]?.lease;
    return lease === undefined ? [] : [{ ...brake, lease }];
  });
  // What is locked already is not locked anew: its end would never come.
  const slots = slotsIn([...held, ...taken]);
  if (taken.length === brakes.length || evenIfLocked) return slots;
  // What was refused has guessed nothing, and must not count as a failure in the other brakes.
  await slots.giveBack();
  await assertNotLocked(brakes);
  throw new SlotsInUse();
}

/** Turns away whom a brake has locked out.
 *  @throws ServiceError `login_temporarily_locked` with the seconds that are left */
export async function assertNotLocked(brakes: readonly Brake[]): Promise<void> {
  const retryAfterSeconds = await secondsLocked(brakes);
  if (retryAfterSeconds === null) return;
  const detail = "Too many attempts to sign in. Wait before trying again.";
  throw new ServiceError("login_temporarily_locked", { detail, retryAfterSeconds });
}

function slotsIn(brakes: readonly HeldBrake[]): LoginSlots {
  const held = byLockOrder(brakes);
  return {
    held,
    giveBack: () => giveFailureSlotsBack(held),
    fail: async (scope, along) => {
      const failing = held.map((brake) => failingSlot(brake, brake.lockSeconds));
      const answers = await atOnce(scope, [...failing, ...along]);
      const failures = answers as { failures: number }[][];
      return held
        .filter(({ budget }, index) => hasLocked(failures[index] ?? [], budget))
        .map(({ kind }) => kind);
    },
  };
}
