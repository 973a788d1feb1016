import type { AttemptOutcome } from "@/lib/backchannel-logout/logout-delivery";
import {
  judge,
  type LogoutDelivery,
  nextAttemptAt,
} from "@/lib/backchannel-logout/logout-delivery";
import { readDelivery, recordAttempt } from "@/lib/backchannel-logout/logout-delivery-store";
import { logoutToken } from "@/lib/backchannel-logout/logout-token";
import { postLogoutToken } from "@/lib/backchannel-logout/post-logout-token";
import type { TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inBatch } from "@/lib/db/batch";
import { inTransaction } from "@/lib/db/transaction";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

/** Makes one attempt to tell a relying party that a session is over, records it, and plans the next one when
 *  the failure may pass. A delivery that is finished is left alone, so that a job may run twice.
 *  @param data the job's `deliveryId`, with the tenant's ids */
export async function deliverLogout(
  data: Record<string, string>,
  send: typeof postLogoutToken = postLogoutToken,
): Promise<void> {
  const { tenantId, environmentId, deliveryId } = data;
  if (!tenantId || !environmentId || !deliveryId) throw new Error("A delivery job without its ids");
  const scope = { tenantId, environmentId };
  const delivery = await inBatch(scope, (db) => readDelivery(db, deliveryId));
  if (delivery?.status !== "pending") return;
  const outcome = delivery.backchannelLogoutUri
    ? await send(delivery.backchannelLogoutUri, await logoutToken(delivery))
    : noAddress;
  await conclude(scope, delivery, outcome);
}

const noAddress: AttemptOutcome = {
  statusCode: null,
  error: "the client no longer has a back-channel logout address",
  refused: true,
  durationMs: 0,
};

async function conclude(
  scope: TenantScope,
  delivery: LogoutDelivery,
  { statusCode, error, durationMs, ...outcome }: AttemptOutcome,
): Promise<void> {
  const at = now();
  const judged = judge({ statusCode, error, durationMs, ...outcome });
  const next =
    judged === "retry"
      ? nextAttemptAt(delivery.createdAt, delivery.attempts + 1, at, Math.random())
      : null;
  const status = judged === "delivered" ? "delivered" : next ? "pending" : "failed";
  await inTransaction(scope, async (db) => {
    const recorded = await recordAttempt(
      db,
      delivery,
      { at, statusCode, error, durationMs },
      { status, nextAttemptAt: next, finishedAt: next ? null : at },
    );
    if (recorded && next) await enqueueJob(db, "logout.deliver", { deliveryId: delivery.id }, next);
  });
}
