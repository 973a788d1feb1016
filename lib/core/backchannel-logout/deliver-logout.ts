import { logoutCause } from "@/lib/core/backchannel-logout/logout-cause";
import type { AttemptOutcome } from "@/lib/core/backchannel-logout/logout-delivery";
import {
  judge,
  type LogoutDelivery,
  nextAttemptAt,
} from "@/lib/core/backchannel-logout/logout-delivery";
import { readDelivery, recordAttempt } from "@/lib/core/backchannel-logout/logout-delivery-store";
import { logoutToken } from "@/lib/core/backchannel-logout/logout-token";
import { postLogoutToken } from "@/lib/core/backchannel-logout/post-logout-token";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { countLogout } from "@/lib/kernel/process/counters";
import { inSpan } from "@/lib/kernel/process/spans";

/** Makes one attempt to notify a relying party that a session has ended, records it, and schedules the
 *  next one when the failure may be temporary. A finished delivery is left alone, so that a job may run
 *  twice.
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
  const outcome = await inSpan(
    "deliverLogout",
    aboutAttempt(delivery),
    async (span) => {
      const { backchannelLogoutUri: uri } = delivery;
      const ended = uri ? await send(uri, await logoutToken(delivery)) : noAddress;
      if (ended.statusCode !== null) span?.setAttribute(STATUS, ended.statusCode);
      const cause = logoutCause(ended);
      if (cause) span?.setAttribute("error.type", cause);
      return ended;
    },
    "client",
  );
  await conclude(scope, delivery, outcome);
}

const STATUS = "http.response.status_code";

const aboutAttempt = ({ attempts }: LogoutDelivery) => ({
  "http.request.method": "POST",
  "atrium.logout.attempt": attempts + 1,
});

const noAddress: AttemptOutcome = {
  statusCode: null,
  error: "the client no longer has a back-channel logout address",
  refused: true,
  durationMs: 0,
};

/** Metric labels of a delivery's state after an attempt. */
const counted = { delivered: "sent", pending: "retried", failed: "failed" } as const;

async function conclude(
  scope: TenantScope,
  delivery: LogoutDelivery,
  { statusCode, error, durationMs, ...outcome }: AttemptOutcome,
): Promise<void> {
  const at = now();
  const attempt = { statusCode, error, durationMs, ...outcome };
  const judged = judge(attempt);
  const next =
    judged === "retry"
      ? nextAttemptAt(delivery.createdAt, delivery.attempts + 1, at, Math.random())
      : null;
  const status = judged === "delivered" ? "delivered" : next ? "pending" : "failed";
  const isOurs = await inTransaction(scope, async (db) => {
    const recorded = await recordAttempt(
      db,
      delivery,
      { at, statusCode, error, durationMs },
      { status, nextAttemptAt: next, finishedAt: next ? null : at },
    );
    if (recorded && next) await enqueueJob(db, "logout.deliver", { deliveryId: delivery.id }, next);
    return recorded;
  });
  if (isOurs) countLogout(counted[status], logoutCause(attempt));
}
