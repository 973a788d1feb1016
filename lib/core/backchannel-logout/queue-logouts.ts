import { insertDeliveries } from "@/lib/core/backchannel-logout/logout-delivery-store";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { enqueueJobs } from "@/lib/kernel/jobs/enqueue-job";
import { countLogout } from "@/lib/kernel/process/counters";

/** Queues a notification for every relying party that took part in these sessions and registered an
 *  address, in the transaction that ends them. The user's logout waits for none of them. */
export async function queueLogouts(db: Queryable, sessionIds: string[], at: Date): Promise<void> {
  if (sessionIds.length === 0) return;
  const deliveries = await insertDeliveries(db, sessionIds, at);
  for (const _ of deliveries) countLogout("queued", "");
  const jobs = deliveries.map((deliveryId) => ({ data: { deliveryId } }));
  await enqueueJobs(db, "logout.deliver", jobs);
}
