import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { config } from "@/lib/kernel/config/config";
import { read } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { readQueueState } from "@/lib/kernel/jobs/queue-look-store";
import { queues } from "@/lib/kernel/jobs/queues";
import { type JobHandlers, runWorker } from "@/lib/kernel/jobs/run-worker";
import { logger } from "@/lib/kernel/process/logger";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { idleHandlers } from "@/tests/support/idle-handlers";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const idle = idleHandlers();

const enqueue = (data: Record<string, string>, startAfter?: Date) =>
  inTransaction(acme, (db) => enqueueJob(db, "mail.deliver", data, startAfter));

async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 8_000) {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(20))
    if (await condition()) return;
  throw new Error("it did not come to pass in time");
}

test("a job runs at once when it is committed, with the tenant it belongs to", async () => {
  const seen: Record<string, string>[] = [];
  const worker = await runWorker({ ...idle, "mail.deliver": async (data) => void seen.push(data) });
  try {
    await inTransaction(acme, async (db) => {
      await enqueueJob(db, "mail.deliver", { messageId: "one" });
      // Longer than the polling interval: the worker can't see an uncommitted job.
      await sleep(1_500);
      expect(seen).toEqual([]);
    });
    await until(() => seen.length > 0);
    const { tenantId, environmentId } = acme;
    expect(seen).toEqual([{ messageId: "one", tenantId, environmentId }]);
  } finally {
    await worker.stop();
  }
});

test("one tenant's slow jobs leave a place to another tenant's", async () => {
  let end = () => {};
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  const globex = await aTenant();
  const ran: string[] = [];
  const worker = await runWorker({
    ...idle,
    "logout.deliver": async ({ tenantId, deliveryId }) => {
      ran.push(deliveryId ?? "");
      if (tenantId === acme.tenantId) await slow;
    },
  });
  try {
    await inTransaction(acme, async (db) => {
      for (let number = 0; number < 12; number += 1)
        await enqueueJob(db, "logout.deliver", { deliveryId: `slow ${number}` });
    });
    await until(() => ran.length >= 3);
    await inTransaction(globex, (db) => enqueueJob(db, "logout.deliver", { deliveryId: "theirs" }));
    await until(() => ran.includes("theirs"));
    expect(ran).toHaveLength(4);
    end();
    await until(() => ran.length === 13, 20_000);
  } finally {
    end();
    await worker.stop();
  }
});

test("a job of a transaction that is rolled back never runs", async () => {
  const seen: string[] = [];
  const worker = await runWorker({
    ...idle,
    "mail.deliver": async ({ messageId }) => void seen.push(messageId ?? ""),
  });
  try {
    const failing = inTransaction(acme, async (db) => {
      await enqueueJob(db, "mail.deliver", { messageId: "undone" });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    await enqueue({ messageId: "done" });
    await until(() => seen.length > 0);
    expect(seen).toEqual(["done"]);
  } finally {
    await worker.stop();
  }
});

test("a failed job waits and is retried, as its queue's policy says", async () => {
  const worker = await runWorker({
    ...idle,
    "mail.deliver": async ({ messageId }) => {
      if (messageId === "failing") throw new Error("the server is away");
    },
  });
  try {
    await enqueue({ messageId: "failing" });
    const stored = () =>
      unscoped.query(read<{
        state: string;
        retryLimit: number;
        wait: number;
        output: { message: string };
      }>`SELECT state::text, retry_limit, output, extract(epoch FROM start_after - now())::float AS wait
      FROM pgboss.job WHERE data->>'messageId' = 'failing'`);
    await until(async () => (await stored())[0]?.state === "retry");
    const [job] = await stored();
    expect(job?.retryLimit).toBe(queues["mail.deliver"].retryLimit);
    expect(job?.wait).toBeGreaterThan(3);
    expect(job?.output.message).toBe("the server is away");
  } finally {
    await worker.stop();
  }
});

test("two workers share the jobs and run none of them twice", async () => {
  const seen: string[] = [];
  const handlers: JobHandlers = {
    ...idle,
    "mail.deliver": async ({ messageId }) => {
      await sleep(5);
      seen.push(messageId ?? "");
    },
  };
  const workers = [await runWorker(handlers), await runWorker(handlers)];
  try {
    const names = Array.from({ length: 40 }, (_, number) => `shared-${number}`);
    await Promise.all(names.map((messageId) => enqueue({ messageId })));
    await until(() => seen.length >= names.length, 15_000);
    // A repeated job would have run by then.
    await sleep(1_200);
    expect(seen.toSorted()).toEqual(names.toSorted());
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

test("stopping waits for the running job", async () => {
  let isRunning = false;
  let finished = false;
  const worker = await runWorker({
    ...idle,
    "mail.deliver": async () => {
      isRunning = true;
      // Longer than a stop that does not wait.
      await sleep(700);
      finished = true;
    },
  });
  await enqueue({ messageId: "long" });
  await until(() => isRunning);
  await worker.stop();
  expect(finished).toBe(true);
});

test("a job that still runs at the stop timeout is handed back, and another worker runs it", async () => {
  const [first, second]: [string[], string[]] = [[], []];
  const stuck = Promise.withResolvers<void>();
  const ending = await runWorker(
    {
      ...idle,
      "logout.deliver": async ({ deliveryId }) => {
        first.push(deliveryId ?? "");
        await stuck.promise;
      },
    },
    { stopTimeoutMs: 1_000 },
  );
  await inTransaction(acme, (db) =>
    enqueueJob(db, "logout.deliver", { deliveryId: "handed-back" }),
  );
  await until(() => first.length > 0);
  await ending.stop();
  const next = await runWorker({
    ...idle,
    "logout.deliver": async ({ deliveryId }) => void second.push(deliveryId ?? ""),
  });
  try {
    // Its queue's pause before a first retry is five to ten seconds: long before the job would have expired.
    await until(() => second.includes("handed-back"), 20_000);
    expect([first, second]).toEqual([["handed-back"], ["handed-back"]]);
  } finally {
    stuck.resolve();
    await next.stop();
  }
}, 40_000);

test("a job for later is not taken before its time", async () => {
  const seen: string[] = [];
  const worker = await runWorker({
    ...idle,
    "mail.deliver": async ({ messageId }) => void seen.push(messageId ?? ""),
  });
  try {
    await enqueue({ messageId: "later" }, new Date(Date.now() + 3_600_000));
    await enqueue({ messageId: "now" });
    await until(() => seen.includes("now"));
    // Longer than the polling interval. Jobs that another test left for a retry may come as well.
    expect(seen).not.toContain("later");
  } finally {
    await worker.stop();
  }
});

test("the queues' state has the queues with a due job, and whether one is running", async () => {
  const look = () => readQueueState(["mail.deliver", "logout.deliver"]);
  const put = (startAfter: Date) =>
    inTransaction(acme, (db) => enqueueJob(db, "logout.deliver", { deliveryId: "x" }, startAfter));
  await put(new Date(Date.now() + 3_600_000));
  expect((await look()).due).not.toContain("logout.deliver");
  await put(new Date());
  expect((await look()).due).toContain("logout.deliver");
  const done = Promise.withResolvers<void>();
  const worker = await runWorker({ ...idle, "logout.deliver": () => done.promise });
  try {
    await until(async () => (await look()).inHand);
    done.resolve();
    await until(async () => {
      const { due, inHand } = await look();
      return !inHand && !due.includes("logout.deliver");
    });
  } finally {
    await worker.stop();
  }
});

test("after the clock was an hour ahead, schedules and waiting jobs continue from now", async () => {
  const owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
  await enqueue({ messageId: "ahead" });
  await owner.query(`
    UPDATE pgboss.version SET cron_on = now() + interval '1 hour';
    UPDATE pgboss.queue SET monitor_claim_on = now() + interval '1 hour', monitor_on = now() + interval '1 hour';
    UPDATE pgboss.job SET created_on = created_on + interval '1 hour', start_after = start_after + interval '1 hour'
      WHERE data->>'messageId' = 'ahead'`);
  const seen: Record<string, string>[] = [];
  const warned = vi.spyOn(logger, "warn");
  const worker = await runWorker({ ...idle, "mail.deliver": async (data) => void seen.push(data) });
  try {
    await until(() => seen.some(({ messageId }) => messageId === "ahead"));
    const { rows } = await owner.query<{ late: boolean }>(
      `SELECT bool_and(cron_on <= now()) AND (SELECT bool_and(GREATEST(monitor_claim_on, monitor_on) <= now()) FROM pgboss.queue) AS late
       FROM pgboss.version`,
    );
    expect(rows).toEqual([{ late: true }]);
    expect(warned).toHaveBeenCalledWith(
      { seconds: expect.closeTo(3_600, -2) },
      expect.stringContaining("the clock went back"),
    );
    expect((await readQueueState([])).ahead).toBe(0);
  } finally {
    await worker.stop();
    await owner.end();
  }
});
