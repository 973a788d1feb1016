import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { dueAuditors, markSentToday } from "@/lib/features/audit-log/auditor/auditor-store";
import { readServedCheckpoint } from "@/lib/features/audit-log/log/cosignatures-store";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { config } from "@/lib/kernel/config/config";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { eachInTurn } from "@/lib/kernel/jobs/each-in-turn";
import { queueMail } from "@/lib/kernel/mail/queue-mail";

/** Tenants of one query. */
const BATCH = 200;
/** Queries of one run; the next run continues. */
const MOST_LOOKS = 100;

/** Queues today's message, in UTC, for the auditor of each active tenant: once, even with several workers.
 *  @returns the number of messages queued
 *  @throws the first error of a tenant, after the other tenants are done */
export async function mailCheckpoints(): Promise<number> {
  let queued = 0;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const due = await dueAuditors(BATCH);
    const before = queued;
    await eachInTurn(due, async ({ tenantId }) => {
      if (await mailCheckpoint(tenantId)) queued += 1;
    });
    if (due.length < BATCH || queued === before) break;
  }
  return queued;
}

function mailCheckpoint(tenantId: string): Promise<boolean> {
  return inTransaction({ tenantId, environmentId: "" }, async (db) => {
    const [auditor, head, served, [environment]] = await Promise.all([
      markSentToday(db),
      readLogHead(db),
      readServedCheckpoint(db),
      listEnvironments(db),
    ]);
    if (!auditor || !head || !served || !environment) return false;
    const { address: to, locale } = auditor;
    await queueMail(db.inEnvironment(environment.id), {
      ...{ to, locale, template: "audit_checkpoint", origin: head.origin },
      ...{ checkpoint: served.checkpoint, size: String(served.size), at: head.checkpointAt },
      occasion: head.refusedAt ? "refused" : "daily",
      guideUrl: `${config().baseUrl}/docs/guides/prove-the-trail`,
    });
    return true;
  });
}
