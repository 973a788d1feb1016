import { sealResetRequest } from "@/lib/core/password-links/reset-request";
import { emailKeyOf } from "@/lib/core/users/email";
import type { Caller } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { networkOf, networksOf } from "@/lib/kernel/process/network";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";

/** Asks for a link that sets a new password. Whether there is such a user is looked up by the worker, so that
 *  a request costs the same and is answered the same whatever the address is. Beyond the limit of messages
 *  to one address it is taken silently: who asked before is nobody's business.
 *  @returns after how many seconds the network may ask again, when it has asked for as many addresses as it may and
 *  nothing has happened; else null */
export async function requestPasswordReset(caller: Caller, email: string): Promise<number | null> {
  // Before the address's own limit, which a network that asks too much must not use up.
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
