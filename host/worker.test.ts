import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { read } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { aTenant } from "@/tests/builders/a-tenant";

function startWorker(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "host/worker.ts"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

test("a worker that is stopped hands its job back while the mail server is silent", async () => {
  // A mail server that accepts connections and sends nothing.
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const acme = await aTenant();
  const code = { template: "login_code", code: "481516", lifetimeSeconds: 600 } as const;
  await inTransaction(acme, (db) => queueMail(db, { to: "ada@example.com", ...code }));
  const called = once(silent, "connection");
  const { port } = silent.address() as AddressInfo;
  const worker = startWorker({ ATRIUM_SMTP_URL: `smtp://127.0.0.1:${port}` });
  const ended = once(worker, "exit");
  await called;
  worker.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const rows = await unscoped.query(read<{ state: string; words: string }>`
    SELECT state::text, output::text AS words FROM pgboss.job
    WHERE name = 'mail.deliver' AND data->>'tenantId' = ${acme.tenantId}`);
  // Handed back, and not failed by the deadline of the attempt.
  expect(rows).toMatchObject([{ state: "retry", words: expect.stringMatching(/shut down/) }]);
  silent.close();
}, 60_000);

test("a worker whose terminal closes shuts down in order", async () => {
  const worker = startWorker({ ATRIUM_LOG_LEVEL: "info" });
  const ended = once(worker, "exit");
  for await (const line of worker.stdout ?? []) if (String(line).includes("worker started")) break;
  worker.kill("SIGHUP");
  expect(await ended).toEqual([0, null]);
}, 60_000);
