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
import { inTenant } from "@/lib/db";
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
  const delivery = await inTenant(scope, (t) => readDelivery(t, deliveryId));
  if (delivery?.status !== "pending") return;
  const outcome = delivery.backchannelLogoutUri
    ? await send(delivery.backchannelLogoutUri, await logoutToken(delivery))
    : noAddress;
  await conclude(scope, delivery, outcome);
}

const noAddress: AttemptOutcome = {
  statusCode: null,
  error: "the client takes no notifications any more",
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
  await inTenant(scope, async (transaction) => {
    const recorded = await recordAttempt(
      transaction,
      delivery,
      { at, statusCode, error, durationMs },
      { status, nextAttemptAt: next, finishedAt: next ? null : at },
    );
    if (recorded && next)
      await enqueueJob(transaction, "logout.deliver", { deliveryId: delivery.id }, next);
  });
}
