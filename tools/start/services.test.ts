import { expect, test } from "vitest";
import { config } from "@/lib/kernel/config/config";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { collectedMetrics } from "@/lib/kernel/process/collect-metrics";
import { aTenant } from "@/tests/builders/a-tenant";
import { freePort } from "@/tools/postgres/free-port";
import { startWorker } from "@/tools/start/services";

/** Starts a worker as `npm start` does, with an unreachable mail server. */
async function worker(env: Record<string, string> = {}) {
  const smtp = `smtp://127.0.0.1:${await freePort()}`;
  const args = ["--import", "tsx", "host/worker.ts"];
  return startWorker({ ...process.env, ATRIUM_SMTP_URL: smtp, ...env }, args);
}

test("the worker's metrics are served under npm start: waiting jobs, failures with their causes, and the keys", async () => {
  const acme = await aTenant();
  const code = { template: "login_code", code: "481516", lifetimeSeconds: 600 } as const;
  await inTransaction(acme, (db) => queueMail(db, { to: "ada@example.com", ...code }));
  // Unlike this process, which serves no metrics.
  const started = await worker({ ATRIUM_METRICS_PORT: "9464" });
  try {
    const failing =
      /^atrium_mails_total\{outcome="retried",cause="connection",process="worker"\} [1-9]/m;
    await expect.poll(() => collectedMetrics.text(), { timeout: 40_000 }).toMatch(failing);
    const text = await collectedMetrics.text();
    expect(text).toMatch(/^atrium_processes\{process="worker"\} 1$/m);
    expect(text).toMatch(/^atrium_database_up\{process="worker"\} 1$/m);
    expect(text).toMatch(/^atrium_mails_waiting\{process="worker"\} [1-9]/m);
    expect(text).toMatch(/^atrium_jobs_oldest_seconds\{queue="mail.deliver",process="worker"\} /m);
    expect(text).toMatch(
      /^atrium_signing_key_due_seconds\{purpose="id_token",process="worker"\} 3\d{7}/m,
    );
    for (const table of ["audit_events", "sessions"])
      expect(text).toMatch(
        new RegExp(`^atrium_rows_without_partition{table="${table}",process="worker"} 0$`, "m"),
      );
    expect(text).toMatch(
      /^atrium_build_info\{version="\d+\.\d+\.\d+[^"]*",.*process="worker"\} 1$/m,
    );
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds\{process="worker"\} /m);
    // The metrics name neither the mail's recipient nor its tenant.
    for (const secret of ["ada@example.com", acme.tenantId, config().databaseUrl])
      expect(text).not.toContain(secret);
  } finally {
    await started.stop();
  }
}, 90_000);
