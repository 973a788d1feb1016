import { sealResetRequest } from "@/lib/core/password-links/reset-request";
import { emailKeyOf } from "@/lib/core/users/email";
import type { Caller } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { networkOf, networksOf } from "@/lib/kernel/process/network";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";

/** Requests a link that sets a new password. The worker looks up whether there is such a user, so that a
 *  request costs the same and gets the same response for every address. Beyond the limit of messages to
 *  one address the request is accepted without effect: the response must not disclose earlier requests.
 *  @returns after how many seconds the network may request again, when it has reached its limit of
 *  addresses and nothing was queued; else null */
export async function requestPasswordReset(caller: Caller, email: string): Promise<number | null> {
  // Checked before the address's own limit, which a network over its limit must not use up.
  const wait = await networkWait(caller);
  if (wait !== null) return wait;
  const { forgotSends: points, forgotWindowSeconds: seconds } = config().limits;
  const key = bucketKey(caller.environmentId, emailKeyOf(email));
  if (!(await takePoint({ name: "forgot", points, seconds }, key)).allowed) return null;
  const request = sealResetRequest(caller, { email, context: caller.context });
  await inTransaction(caller, (db) => enqueueJob(db, "password.forgot", { request }));
  return null;
}

async function networkWait({ environmentId, context }: Caller): Promise<number | null> {
  if (networkOf(context.ipAddress) === null) return null;
  const { forgotNetworkRequests, forgotWindowSeconds: seconds } = config().limits;
  for (const { network, share } of networksOf(context.ipAddress)) {
    const budget = { name: "forgot-network", points: forgotNetworkRequests * share, seconds };
    const taken = await takePoint(budget, bucketKey(environmentId, "network", network));
    if (!taken.allowed) return taken.retryAfterSeconds;
  }
  return null;
}
