import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { type QueuePolicy, queues } from "@/lib/kernel/jobs/queues";
import { runWorker } from "@/lib/kernel/jobs/run-worker";
import { sweepOutbox } from "@/lib/kernel/jobs/sweep-outbox";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { idleHandlers } from "@/tests/support/idle-handlers";

let acme: TestEnvironment;
let owner: pg.Client;
beforeAll(async () => {
  acme = await aTenant();
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());

const ago = (seconds: number) => secondsAfter(new Date(), -seconds);

async function aMail(createdAt: Date, more: object = {}): Promise<string> {
  const id = newId();
  const { tenantId, environmentId } = acme;
  const data = { id, tenantId, environmentId, template: "login_code", recipient: "a@example.com" };
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.mailMessage.create({
      data: { ...data, createdAt, sealedProps: Buffer.from("x"), ...more },
    }),
  );
  return id;
}

async function aDelivery(nextAttemptAt: Date): Promise<string> {
  const client = await anOidcClient(acme, { backchannelLogoutUri: "https://rp.example.com/out" });
  const user = await aUser(acme, { password: null });
  const { tenantId, environmentId } = acme;
  const ids = { tenantId, environmentId, userId: user.id, oidcClientId: client.id };
  const { id } = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.logoutDelivery.create({
      data: { ...ids, sessionId: newId(), sid: newId(), jti: newId(), nextAttemptAt },
    }),
  );
  return id;
}

/** Waits until a process has printed these words; its log is included. */
async function saying(child: ChildProcess, words: string): Promise<void> {
  let output = "";
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (output.includes(words)) return;
  }
  throw new Error(`It ended without "${words}": ${output}`);
}

const jobsOf = async (id: string) => {
  const { rows } = await owner.query<{ state: string }>(
    "SELECT state::text AS state FROM pgboss.job WHERE $1 IN (data->>'messageId', data->>'deliveryId')",
    [id],
  );
  return rows.map(({ state }) => state);
};

test("a due outbox row without a job gets one job, however many sweeps run at once", async () => {
  const [mail, delivery] = [await aMail(ago(90)), await aDelivery(ago(90))];
  const young = [await aMail(ago(20)), await aDelivery(ago(20)), await aDelivery(ago(-3600))];
  const held = await aMail(ago(90), { claimedUntil: ago(-30) });
  const exhausted = await aDelivery(ago(90));
  const carried = await aMail(ago(90));
  await inPrismaTransaction(acme, async (t) => {
    await enqueueJob(t, "mail.deliver", { messageId: carried });
    await enqueueJob(t, "logout.deliver", { deliveryId: exhausted });
  });
  await owner.query("UPDATE pgboss.job SET state = 'failed' WHERE data->>'deliveryId' = $1", [
    exhausted,
  ]);
  await Promise.all([sweepOutbox(), sweepOutbox(), sweepOutbox()]);
  await sweepOutbox();
  expect(await jobsOf(mail)).toEqual(["created"]);
  expect(await jobsOf(delivery)).toEqual(["created"]);
  expect((await jobsOf(exhausted)).toSorted()).toEqual(["created", "failed"]);
  expect(await jobsOf(carried)).toEqual(["created"]);
  for (const id of [...young, held]) expect(await jobsOf(id)).toEqual([]);
});

test("a promised job is retried over hours, and passes to another worker within a minute of a death", () => {
  for (const name of ["mail.deliver", "logout.deliver", "password.forgot"] as const) {
    const { retryLimit, retryDelay, retryDelayMax, heartbeatSeconds } = queues[name];
    // pg-boss spreads each pause between half of it and all of it: this is the least.
    const pauses = Array.from({ length: retryLimit }, (_, made) =>
      Math.min(retryDelayMax, retryDelay * 2 ** made),
    );
    const hours = pauses.reduce((all, pause) => all + pause, 0) / 3600;
    const [least, most] = name === "mail.deliver" ? [46, 50] : [5, 10];
    expect(hours).toBeGreaterThan(least);
    expect(hours).toBeLessThan(most);
    expect(heartbeatSeconds + 2 * 10 + 2 * retryDelay).toBeLessThanOrEqual(60);
  }
  const promises = ["mail.deliver", "logout.deliver", "password.forgot"];
  for (const [name, policy] of Object.entries<QueuePolicy>(queues))
    expect([name, policy.cron !== undefined]).toEqual([name, !promises.includes(name)]);
});

test("a job completed with its work is not run again when its worker dies after that", async () => {
  const dying = spawn(process.execPath, ["--import", "tsx", "tests/support/hanging-worker.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await inPrismaTransaction(acme, (t) => enqueueJob(t, "password.forgot", { request: "done" }));
  await saying(dying, "done");
  const { rows } = await owner.query(
    "SELECT state::text AS state FROM pgboss.job WHERE data->>'request' = 'done'",
  );
  dying.kill("SIGKILL");
  await once(dying, "exit");
  expect(rows).toEqual([{ state: "completed" }]);
}, 60_000);

test("a job whose worker is killed while it runs is run by another", async () => {
  // The same mechanism with shorter times, so that the test does not take most of a minute.
  await owner.query(
    "UPDATE pgboss.queue SET heartbeat_seconds = 2, retry_delay = 1 WHERE name = 'logout.deliver'",
  );
  const dying = spawn(process.execPath, ["--import", "tsx", "tests/support/hanging-worker.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const seen: string[] = [];
  await inPrismaTransaction(acme, (t) =>
    enqueueJob(t, "logout.deliver", { deliveryId: "in hand" }),
  );
  await saying(dying, "holds");
  dying.kill("SIGKILL");
  await once(dying, "exit");
  const worker = await runWorker(
    idleHandlers({ "logout.deliver": async ({ deliveryId }) => void seen.push(deliveryId ?? "") }),
    { lookSeconds: 1 },
  );
  try {
    for (let tries = 0; tries < 200 && !seen.includes("in hand"); tries += 1) await sleep(100);
    expect(seen).toContain("in hand");
  } finally {
    await worker.stop();
  }
}, 60_000);

test("mail whose job was lost while the clock was an hour ahead gets a new one", async () => {
  const ahead = await aMail(secondsAfter(new Date(), 3_600));
  await sweepOutbox();
  expect(await jobsOf(ahead)).toEqual(["created"]);
});
