import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { idleHandlers } from "@/tests/support/idle-handlers";
import { aSilentProxy, type SilentProxy } from "@/tests/support/silent-proxy";

// A statement may take half a second here, so that a vanished server is noticed fast enough for a test.
let proxy: SilentProxy;
beforeAll(async () => {
  proxy = await aSilentProxy(process.env.DATABASE_URL ?? "");
  process.env.DATABASE_URL = proxy.url;
  process.env.ATRIUM_DATABASE_TIMEOUT_SECONDS = "1";
});
afterAll(() => proxy.close());

test("a worker takes jobs again after a failover in which the old server vanished, without a restart", async () => {
  const { runWorker } = await import("@/lib/kernel/jobs/run-worker");
  const { enqueueJob } = await import("@/lib/kernel/jobs/enqueue-job");
  const { inTransaction } = await import("@/lib/kernel/db/transaction");
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const acme = await aTenant();
  const seen: string[] = [];
  const worker = await runWorker(
    idleHandlers({ "mail.deliver": async ({ messageId }) => void seen.push(messageId ?? "") }),
  );
  const enqueue = (messageId: string) =>
    inTransaction(acme, (db) => enqueueJob(db, "mail.deliver", { messageId }));
  const until = async (holds: () => Promise<unknown> | unknown) => {
    for (let tries = 0; !(await Promise.resolve(holds()).catch(() => false)); tries++) {
      if (tries > 300) throw new Error("It did not come to pass in time");
      await sleep(50);
    }
  };
  try {
    await enqueue("before");
    await until(() => seen.includes("before"));
    proxy.fallSilent();
    // The worker must be in the middle of a statement.
    await sleep(500);
    proxy.failOver();
    await until(() => enqueue("after").then(() => true));
    await until(() => seen.includes("after"));
  } finally {
    await worker.stop();
  }
  expect(seen).toContain("after");
}, 40_000);
