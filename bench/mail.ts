// Messages a second that one worker delivers to an accepting mail server, compared with the same server
// without a queue, a database or a template; and the delay of a login code behind another tenant's thousand
// invitations.
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { idleHandlers } from "@/tests/support/idle-handlers";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";
import { startDatabase } from "./support/running-service";

const MESSAGES = Number(process.env.BENCH_MAILS ?? 1_000);

export interface MailRate {
  perSecond: number;
  /** The same number of messages of the same size through the same server, over as many connections. */
  barePerSecond: number;
  /** CPU of this process per message in milliseconds, with the mail server that it hosts. */
  cpuMs: number;
  /** Of the bare one. */
  ratio: number;
  /** Delay of another tenant's login code that is queued behind all invitations, from commit to arrival. */
  codeWaitedMs: number;
}

export async function run(): Promise<MailRate> {
  const server = await startMailServer();
  // Before anything reads the configuration.
  const { cluster } = await startDatabase({ ATRIUM_SMTP_URL: server.url });
  try {
    const rate = await measure(server);
    const { perSecond, barePerSecond, ratio, cpuMs, codeWaitedMs } = rate;
    console.log(
      `${perSecond.toFixed(0)} messages a second, bare ${barePerSecond.toFixed(0)}, ratio ${ratio.toFixed(2)}, ${cpuMs.toFixed(1)} ms of CPU each; a code behind ${MESSAGES} invitations arrived after ${codeWaitedMs.toFixed(0)} ms`,
    );
    return rate;
  } finally {
    await cluster.stop();
    await server.stop();
  }
}

async function measure(server: MailServer): Promise<MailRate> {
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const [busy, calm] = [await aTenant(), await aTenant()];
  await queueInvitations(busy);
  const worker = await startWorker();
  const cpu = process.cpuUsage();
  const began = performance.now();
  const codeWaitedMs = await sendCode(calm, server);
  await arrived(server, MESSAGES + 1);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000 / (MESSAGES + 1);
  await worker.stop();
  const size = server.received[0]?.raw.length ?? 0;
  const barePerSecond = await bare(server, size);
  const perSecond = (MESSAGES + 1) / seconds;
  return { perSecond, barePerSecond, ratio: perSecond / barePerSecond, cpuMs, codeWaitedMs };
}

async function queueInvitations(tenant: TestEnvironment): Promise<void> {
  const { queueMail } = await import("@/lib/kernel/mail/queue-mail");
  const { inTransaction } = await import("@/lib/kernel/db/transaction");
  const link = "https://id.example.com/set-password?token=alk_x";
  const mail = { template: "set_password", occasion: "invitation", link } as const;
  for (let number = 0; number < MESSAGES; number += 1) {
    const to = `user${number}@example.com`;
    await inTransaction(tenant, (db) => queueMail(db, { to, ...mail, lifetimeSeconds: 86_400 }));
  }
}

async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const { deliverMail } = await import("@/lib/kernel/mail/deliver-mail");
  const { runWorker } = await import("@/lib/kernel/jobs/run-worker");
  return runWorker(idleHandlers({ "mail.deliver": (data) => deliverMail(data) }));
}

async function sendCode(tenant: TestEnvironment, server: MailServer): Promise<number> {
  const { queueMail } = await import("@/lib/kernel/mail/queue-mail");
  const { inTransaction } = await import("@/lib/kernel/db/transaction");
  await arrived(server, 20);
  const to = "code@example.com";
  const code = { template: "login_code", code: "481516", lifetimeSeconds: 600 } as const;
  await inTransaction(tenant, (db) => queueMail(db, { to, ...code }));
  const began = performance.now();
  while (!server.received.some(({ recipients }) => recipients.includes(to))) await sleep(2);
  return performance.now() - began;
}

async function arrived(server: MailServer, count: number): Promise<void> {
  while (server.received.length < count) await sleep(5);
}

async function bare(server: MailServer, size: number): Promise<number> {
  const { SMTP_CONNECTIONS } = await import("@/lib/kernel/jobs/queues");
  const pool = createTransport({ url: server.url, pool: true, maxConnections: SMTP_CONNECTIONS });
  const before = server.received.length;
  const began = performance.now();
  const text = "x"
    .repeat(76)
    .concat("\n")
    .repeat(Math.ceil(size / 77));
  const message = { from: "a@example.com", to: "b@example.com", subject: "bare", text };
  await Promise.all(Array.from({ length: MESSAGES }, () => pool.sendMail(message)));
  await arrived(server, before + MESSAGES);
  const seconds = (performance.now() - began) / 1000;
  pool.close();
  return MESSAGES / seconds;
}
