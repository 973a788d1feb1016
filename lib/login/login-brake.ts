import type { RequestContext, TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { ServiceError } from "@/lib/errors";
import { networkOf } from "@/lib/login/network";
import {
  failSlot,
  giveFailureSlotBack,
  storedKey,
  takeFailureSlot,
} from "@/lib/rate-limits/failure-slots";
import { type Budget, bucketKey } from "@/lib/rate-limits/limiter";
import type { SecurityPolicy } from "@/lib/tenants/security-policy";

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

/** The brakes of an attempt: the platform's for the account, the tenant's own lockout on top (it can only
 *  add), and the network's where the address is known. A trusted device pulls no network brake: its token
 *  is proof enough that it isn't the stranger next to it. */
export function brakesOf(
  scope: TenantScope,
  context: RequestContext,
  policy: Pick<SecurityPolicy, "lockout">,
  { emailKey, deviceId }: BrakeSubject,
): Brake[] {
  const { limits } = config();
  const key = deviceId
    ? bucketKey(scope.environmentId, "device", deviceId)
    : bucketKey(scope.environmentId, "address", emailKey);
  const brakes: Brake[] = [
    {
      kind: "account",
      budget: { name: "login", points: limits.loginFailures, seconds: limits.loginWindowSeconds },
      key,
      lockSeconds: limits.loginLockSeconds,
    },
  ];
  if (policy.lockout) {
    const { threshold, windowMinutes, durationMinutes } = policy.lockout;
    brakes.push({
      kind: "tenant",
      budget: { name: "login-tenant", points: threshold, seconds: windowMinutes * 60 },
      key,
      lockSeconds: durationMinutes * 60,
    });
  }
  const network = deviceId ? null : networkOf(context.ipAddress);
  if (network)
    brakes.push({
      kind: "network",
      budget: {
        name: "login-network",
        points: limits.networkFailures,
        seconds: limits.networkWindowSeconds,
      },
      key: bucketKey(scope.environmentId, "network", network),
      lockSeconds: limits.loginLockSeconds,
    });
  return brakes;
}

/** Slots that an attempt holds in its brakes until its proof is judged. */
export interface LoginSlots {
  /** The keys of the buckets they are in, for a statement that gives them back itself. */
  keys: string[];
  /** The proof was right, or was never looked at: the attempt does not count. */
  giveBack(): Promise<void>;
  /** The proof was wrong. @returns the brakes that this failure locked */
  fail(): Promise<Brake["kind"][]>;
}

/** Takes a slot in every brake before the proof is looked at, so that of any number of parallel guesses no
 *  more are verified than are left.
 *  @param evenIfLocked counts the attempt and lets it pass, for one that has tries of its own
 *  @throws ServiceError `login_temporarily_locked`, the same whichever brake fired and whoever exists */
export async function takeLoginSlots(
  brakes: Brake[],
  { evenIfLocked = false } = {},
): Promise<LoginSlots> {
  const held: Brake[] = [];
  const giveBack = async () => {
    for (const brake of held) await giveFailureSlotBack(brake.budget, brake.key);
  };
  for (const brake of brakes) {
    const taken = await takeFailureSlot(brake.budget, brake.key);
    // What is locked already is not locked anew: its end would never come.
    if (taken.allowed) held.push(brake);
    if (taken.allowed || evenIfLocked) continue;
    // What was refused has guessed nothing, and must not count as a failure in the brakes before.
    await giveBack();
    throw new ServiceError("login_temporarily_locked", {
      detail: "Too many attempts to sign in. Wait before trying again.",
      retryAfterSeconds: taken.retryAfterSeconds,
    });
  }
  return {
    keys: held.map(({ budget, key }) => storedKey(budget, key)),
    giveBack,
    fail: async () => {
      const locked: Brake["kind"][] = [];
      for (const { kind, budget, key, lockSeconds } of held)
        if (await failSlot(budget, key, lockSeconds)) locked.push(kind);
      return locked;
    },
  };
}
