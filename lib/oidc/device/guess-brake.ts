import type { RequestContext } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { unscoped } from "@/lib/db/unscoped";
import { ServiceError } from "@/lib/errors";
import { networkKey } from "@/lib/oidc/http/oauth-rate-limits";
import { countBrake } from "@/lib/process/counters";
import type { Bucket } from "@/lib/rate-limits/bucket-store";
import {
  type FailureLease,
  releaseLeases,
  secondsLocked,
  takeFailureLease,
  turnIntoFailure,
} from "@/lib/rate-limits/failure-leases";
import { bucketKey } from "@/lib/rate-limits/limiter";

/** Looks for what a code of a device means, within what may be guessed wrongly from one network and in all (RFC 8628 §5.1). A
 *  lease is taken before the look, so that parallel guesses get no more than there are.
 *  @param look answers null for a wrong code
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export async function withinGuessBudget<T>(
  { ipAddress }: RequestContext,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const leases = await takeLeases(bucketsOf(ipAddress));
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

async function takeLeases(buckets: readonly Bucket[]): Promise<FailureLease[]> {
  const leases: FailureLease[] = [];
  for (const bucket of buckets) {
    const lease = await takeFailureLease(unscoped, bucket);
    if (!lease) {
      await releaseLeases(leases);
      countBrake(bucket.budget.name);
      // Without a lock, all that are left are held by others at this moment.
      const retryAfterSeconds = (await secondsLocked(unscoped, [bucket])) ?? 1;
      throw new ServiceError("rate_limited", { detail: "too many wrong codes", retryAfterSeconds });
    }
    leases.push(lease);
  }
  return leases;
}

function bucketsOf(ipAddress: string | null): Bucket[] {
  const { deviceNetworkFailures, deviceFailures, deviceWindowSeconds: seconds } = config().limits;
  return [
    {
      budget: { name: "device-network", points: deviceNetworkFailures, seconds },
      key: bucketKey("network", networkKey(ipAddress)),
    },
    { budget: { name: "device", points: deviceFailures, seconds }, key: bucketKey("all") },
  ];
}
