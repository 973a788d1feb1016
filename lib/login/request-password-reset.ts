import type { Caller } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { inTenant } from "@/lib/db";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { sealResetRequest } from "@/lib/login/reset-request";
import { bucketKey, takePoint } from "@/lib/rate-limits/limiter";
import { emailKeyOf } from "@/lib/users/email";

/** Asks for a link that sets a new password. Whether there is such a user is looked up by the worker, so that
 *  a request costs the same and is answered the same whatever the address is. Beyond the limit of messages
 *  to one address it is taken silently. */
export async function requestPasswordReset(caller: Caller, email: string): Promise<void> {
  const { forgotSends, forgotWindowSeconds } = config().limits;
  const budget = { name: "forgot", points: forgotSends, seconds: forgotWindowSeconds };
  const taken = await takePoint(budget, bucketKey(caller.environmentId, emailKeyOf(email)));
  if (!taken.allowed) return;
  const request = sealResetRequest(caller, { email, context: caller.context });
  await inTenant(caller, (t) => enqueueJob(t, "password.forgot", { request }));
}
