import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { idleHandlers } from "@/tests/support/idle-handlers";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";

let server: MailServer;
let acme: TestEnvironment;
let modules: Awaited<ReturnType<typeof load>>;
let workers: { stop(): Promise<void> }[];

/** Loads the modules after the server's port is known: the configuration is read once. */
async function load() {
  const { deliverMail } = await import("@/lib/kernel/mail/deliver-mail");
  const { queueMail } = await import("@/lib/kernel/mail/queue-mail");
  const { runWorker } = await import("@/lib/kernel/jobs/run-worker");
  const { inPrismaTransaction } = await import("@/lib/kernel/db/prisma-transaction");
  const { aTenant } = await import("@/tests/builders/a-tenant");
  return { deliverMail, queueMail, runWorker, inPrismaTransaction, aTenant };
}

beforeAll(async () => {
  server = await startMailServer();
  process.env.ATRIUM_SMTP_URL = server.url;
  modules = await load();
  acme = await modules.aTenant();
  const handlers = idleHandlers({ "mail.deliver": (data) => modules.deliverMail(data) });
  workers = [await modules.runWorker(handlers), await modules.runWorker(handlers)];
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await server.stop();
});

const code = { template: "login_code", code: "481516", lifetimeSeconds: 600 } as const;
const sentTo = (to: string) => server.received.filter(({ recipients }) => recipients.includes(to));

async function arrival(to: string, timeoutMs = 15_000): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(20))
    if (sentTo(to).length > 0) return;
  throw new Error(`nothing came to ${to}`);
}

test("a message is sent once, by one of two workers, after its transaction commits", async () => {
  const { inPrismaTransaction, queueMail } = modules;
  const recipients = Array.from({ length: 12 }, (_, number) => `user${number}@example.com`);
  await inPrismaTransaction(acme, async (t) => {
    for (const to of recipients) await queueMail(t, { to, ...code });
    // Longer than the polling interval.
    await sleep(1_300);
    expect(server.received).toEqual([]);
  });
  for (const to of recipients) await arrival(to);
  // A second copy would have arrived by then.
  await sleep(1_200);
  expect(server.received).toHaveLength(recipients.length);
});

test("a transaction that is rolled back sends nothing", async () => {
  const { inPrismaTransaction, queueMail } = modules;
  const failing = inPrismaTransaction(acme, async (t) => {
    await queueMail(t, { to: "never@example.com", ...code });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await inPrismaTransaction(acme, (t) => queueMail(t, { to: "after@example.com", ...code }));
  await arrival("after@example.com");
  // Longer than the polling interval.
  await sleep(1_200);
  expect(sentTo("never@example.com")).toEqual([]);
});

test("a worker retries by itself after a busy server", { timeout: 60_000 }, async () => {
  const { inPrismaTransaction, queueMail } = modules;
  server.refusals.push({ code: 450, message: "mailbox busy" });
  await inPrismaTransaction(acme, (t) => queueMail(t, { to: "busy@example.com", ...code }));
  // The first pause is about ten seconds, by design.
  await arrival("busy@example.com", 45_000);
  // The worker records the server's reply after the message has arrived.
  await sleep(500);
  const [row] = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.mailMessage.findMany({ where: { recipient: "busy@example.com" } }),
  );
  expect(row).toMatchObject({ status: "sent", attempts: 2 });
  expect(sentTo("busy@example.com")).toHaveLength(1);
});
