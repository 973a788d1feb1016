import { insertDeliveries } from "@/lib/backchannel-logout/logout-delivery-store";
import type { TenantTransaction } from "@/lib/db";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

/** Puts a notification into the outbox for every relying party that took part in these sessions and
 *  registered an address, in the transaction that ends them. The user's logout waits for none of them. */
export async function queueLogouts(
  transaction: TenantTransaction,
  sessionIds: string[],
  at: Date,
): Promise<void> {
  if (sessionIds.length === 0) return;
  for (const deliveryId of await insertDeliveries(transaction, sessionIds, at))
    await enqueueJob(transaction, "logout.deliver", { deliveryId });
}
