import { beforeAll, expect, test } from "vitest";
import { read } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { enqueueJob, enqueueJobs } from "@/lib/kernel/jobs/enqueue-job";
import { type QueueName, queues } from "@/lib/kernel/jobs/queues";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { statementsOf } from "@/tests/support/statements";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

test("the jobs of a transaction leave in one message, with their queue's policy and their tenant", async () => {
  const { tenantId, environmentId } = acme;
  const later = new Date(Date.now() + 3_600_000);
  const sent = await statementsOf(() =>
    inTransaction(acme, (db) =>
      enqueueJobs(db, "logout.deliver", [
        { data: { deliveryId: "now" }, priority: 7 },
        { data: { deliveryId: "later" }, startAfter: later },
      ]),
    ),
  );
  expect(sent).toHaveLength(2);
  const { retryLimit, expireInSeconds, heartbeatSeconds } = queues["logout.deliver"];
  const jobs = await unscoped.query(read`
    SELECT data, priority, group_id, retry_limit, expire_seconds, heartbeat_seconds, start_after > now() AS waits,
           keep_until > start_after AS is_retained
    FROM pgboss.job WHERE name = 'logout.deliver' AND group_id = ${tenantId} ORDER BY start_after`);
  const alike = {
    ...{ groupId: tenantId, retryLimit, expireSeconds: expireInSeconds, heartbeatSeconds },
    isRetained: true,
  };
  expect(jobs).toEqual([
    { ...alike, data: { deliveryId: "now", tenantId, environmentId }, priority: 7, waits: false },
    { ...alike, data: { deliveryId: "later", tenantId, environmentId }, priority: 0, waits: true },
  ]);
});

test("a queue that was never installed refuses the job, and the transaction is rolled back", async () => {
  const nowhere = inTransaction(acme, (db) => enqueueJob(db, "no.such" as QueueName, { id: "1" }));
  await expect(nowhere).rejects.toThrow("no.such");
});
