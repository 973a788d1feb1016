import type { RequestContext } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { ServiceError } from "@/lib/kernel/errors";
import { countBrake } from "@/lib/kernel/process/counters";
import { networksOf } from "@/lib/kernel/process/network";
import type { Bucket } from "@/lib/kernel/rate-limits/bucket-store";
import {
  type FailureLease,
  releaseLeases,
  secondsLocked,
  takeFailureLease,
  turnIntoFailure,
} from "@/lib/kernel/rate-limits/failure-leases";
import { bucketKey } from "@/lib/kernel/rate-limits/limiter";
import { partOf } from "@/lib/kernel/rate-limits/shared-budget";

/** Looks up a device code within the limits on wrong guesses: per network, and in all (RFC 8628 §5.1), where
 *  each network has a share, so that none locks out the devices of all others. Reserves an attempt before the
 *  lookup, so that parallel guesses can't exceed the limit.
 *  @param look returns null for a wrong code
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export async function withinGuessBudget<T>(
  { ipAddress }: RequestContext,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const leases = await takeLeases(ipAddress);
  let found: T | null;
  try {
    found = await look();
  } catch (error) {
    await releaseLeases(leases);
    throw error;
  }
  if (found === null) for (const lease of leases) await turnIntoFailure(unscoped, lease, null);
  else await releaseLeases(leases);
  return found;
}

async function takeLeases(ipAddress: string | null): Promise<FailureLease[]> {
  const { deviceNetworkFailures, deviceFailures, deviceWindowSeconds: seconds } = config().limits;
  const leases: FailureLease[] = [];
  try {
    for (const { network, share } of networksOf(ipAddress)) {
      const points = deviceNetworkFailures * share;
      const budget = { name: "device-network", points, seconds };
      leases.push(await leaseOf({ budget, key: bucketKey("network", network) }));
    }
    const budget = { name: "device", points: deviceFailures, seconds };
    const shared = { budget, key: bucketKey("all") };
    const lease = await takeFailureLease(unscoped, shared);
    leases.push(lease ?? (await leaseOf(await partOf(shared, ipAddress))));
  } catch (error) {
    await releaseLeases(leases);
    throw error;
  }
  return leases;
}

async function leaseOf(bucket: Bucket): Promise<FailureLease> {
  const lease = await takeFailureLease(unscoped, bucket);
  if (lease) return lease;
  countBrake(bucket.budget.name);
  // Without a lock, other requests hold all remaining attempts at this moment.
  const retryAfterSeconds = (await secondsLocked(unscoped, [bucket])) ?? 1;
  throw new ServiceError("rate_limited", { detail: "too many wrong codes", retryAfterSeconds });
}
