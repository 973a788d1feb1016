// The worker: takes jobs from the queues until it is told to stop. Any number of them may run.

import { deliverLogout } from "@/lib/backchannel-logout/deliver-logout";
import { sweepExpiredSessions } from "@/lib/backchannel-logout/sweep-expired-sessions";
import { config } from "@/lib/config/config";
import { pool } from "@/lib/db";
import { clockProblem } from "@/lib/http/clock-readiness";
import { runWorker } from "@/lib/jobs/run-worker";
import { sweepOutbox } from "@/lib/jobs/sweep-outbox";
import { sweepStorage } from "@/lib/jobs/sweep-storage";
import { logger } from "@/lib/logger";
import { sendPasswordReset } from "@/lib/login/send-password-reset";
import { deliverMail } from "@/lib/mail/deliver-mail";
import { processMetrics } from "@/lib/metrics/metrics";
import { serveMetrics } from "@/lib/metrics/serve-metrics";

const worker = await runWorker({
  "mail.deliver": deliverMail,
  "logout.deliver": (data) => deliverLogout(data),
  "password.forgot": sendPasswordReset,
  "sessions.sweep": async () => {
    await sweepExpiredSessions();
  },
  "outbox.sweep": sweepOutbox,
  "storage.sweep": sweepStorage,
});
const { metricsPort, metricsHost } = config();
if (metricsPort) await serveMetrics(metricsPort, metricsHost, () => processMetrics().metrics());
// A worker has no readiness to lose; it says what a web process would be taken out for.
const clock = await clockProblem().catch(() => null);
if (clock) logger.error({ clock }, "mail and notifications will carry a wrong time");
logger.info("worker started");

let stopping: Promise<void> | undefined;

/** Ends once, however often it is asked: jobs that run are finished first. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    await worker.stop();
    await pool.end();
    logger.info("worker stopped");
    process.exit(0);
  })();
  return stopping;
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
