import { randomUUID } from "node:crypto";
import type { TenantTransaction } from "@/lib/db";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

/** Tells every relying party that took part in these sessions and asked to be told: one row in the outbox
 *  for each, and a job that delivers it once this transaction commits. */
export async function queueLogouts(
  transaction: TenantTransaction,
  sessionIds: string[],
  at: Date,
): Promise<void> {
  const { sql, tenantId, environmentId } = transaction;
  const parties = await sql.sessionClient.findMany({
    where: {
      environmentId,
      sessionId: { in: sessionIds },
      client: { backchannelLogoutUri: { not: null }, revokedAt: null },
    },
    select: {
      sessionId: true,
      oidcClientId: true,
      sid: true,
      session: { select: { userId: true } },
    },
  });
  for (const { session, ...party } of parties) {
    const delivery = await sql.logoutDelivery.create({
      data: {
        ...party,
        tenantId,
        environmentId,
        userId: session.userId,
        jti: randomUUID(),
        createdAt: at,
        nextAttemptAt: at,
      },
    });
    await enqueueJob(transaction, "logout.deliver", { deliveryId: delivery.id });
  }
}
