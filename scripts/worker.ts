// The worker: takes jobs from the queues until it is told to stop. Any number of them may run.

import { deliverLogout } from "@/lib/backchannel-logout/deliver-logout";
import { sweepExpiredSessions } from "@/lib/backchannel-logout/sweep-expired-sessions";
import { pool } from "@/lib/db";
import { runWorker } from "@/lib/jobs/run-worker";
import { sweepStorage } from "@/lib/jobs/sweep-storage";
import { logger } from "@/lib/logger";
import { sendPasswordReset } from "@/lib/login/send-password-reset";
import { deliverMail } from "@/lib/mail/deliver-mail";

const worker = await runWorker({
  "mail.deliver": deliverMail,
  "logout.deliver": (data) => deliverLogout(data),
  "password.forgot": sendPasswordReset,
  "sessions.sweep": async () => {
    await sweepExpiredSessions();
  },
  "storage.sweep": sweepStorage,
});
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
