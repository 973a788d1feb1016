import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Email } from "@/emails/templates";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { idleHandlers } from "@/tests/support/idle-handlers";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";

let server: MailServer;
let modules: Awaited<ReturnType<typeof load>>;

/** Loads the modules after the server's port is known: the configuration is read once. */
async function load() {
  const { deliverMail } = await import("@/lib/kernel/mail/deliver-mail");
  const { queueMail } = await import("@/lib/kernel/mail/queue-mail");
  const { runWorker } = await import("@/lib/kernel/jobs/run-worker");
  const { SMTP_CONNECTIONS } = await import("@/lib/kernel/jobs/queues");
  const { inTransaction } = await import("@/lib/kernel/db/transaction");
  const { aTenant } = await import("@/tests/builders/a-tenant");
  return { deliverMail, queueMail, runWorker, SMTP_CONNECTIONS, inTransaction, aTenant };
}

beforeAll(async () => {
  server = await startMailServer();
  process.env.ATRIUM_SMTP_URL = server.url;
  modules = await load();
});
afterAll(() => server.stop());

const invitation: Email = {
  template: "set_password",
  occasion: "invitation",
  link: "https://id.example.com/set-password?token=alk_x",
  lifetimeSeconds: 600,
};
const code: Email = { template: "login_code", code: "481516", lifetimeSeconds: 600 };
const notice: Email = {
  template: "address_changed",
  newEmail: "new@example.com",
  at: new Date(),
  accountSecurityUrl: "https://id.example.com/account-security",
};
const queue = (tenant: TestEnvironment, messages: [string, Email][]) =>
  modules.inTransaction(tenant, async (db) => {
    for (const [to, template] of messages) await modules.queueMail(db, { to, ...template });
  });

/** Runs a worker until all waiting messages are sent. */
async function sendAll(count: number): Promise<string[]> {
  const worker = await modules.runWorker(
    idleHandlers({ "mail.deliver": (data) => modules.deliverMail(data) }),
  );
  try {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20))
      if (server.received.length >= count) break;
  } finally {
    await worker.stop();
  }
  return server.received.flatMap(({ recipients }) => recipients);
}

test("one tenant's many invitations delay neither a code nor another tenant's mail", async () => {
  const [busy, calm] = [await modules.aTenant(), await modules.aTenant()];
  const many = Array.from({ length: 80 }, (_, number) => `many${number}@example.com`);
  await queue(busy, [
    ["notice@example.com", notice],
    ...many.map((to) => [to, invitation] as [string, Email]),
  ]);
  await queue(calm, [
    ["first@example.com", invitation],
    ["second@example.com", invitation],
  ]);
  await queue(busy, [["own-code@example.com", code]]);
  await queue(calm, [["code@example.com", code]]);
  const order = await sendAll(many.length + 5);
  // Messages that are sent at the same time may arrive in any order.
  const blur = modules.SMTP_CONNECTIONS;
  const place = (to: string) => order.indexOf(to);
  for (const to of ["code@example.com", "own-code@example.com"])
    expect([to, place(to) >= 0 && place(to) < 2 + blur]).toEqual([to, true]);
  for (const to of ["first@example.com", "second@example.com"])
    expect([to, place(to) >= 0 && place(to) < 10 + blur]).toEqual([to, true]);
  expect(place("notice@example.com")).toBeGreaterThan(order.length - 1 - blur);
  // Connections are reused, not opened for each message.
  expect(server.connections()).toBeLessThanOrEqual(blur + 2);
});
