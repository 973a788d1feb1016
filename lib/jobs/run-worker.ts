import { PgBoss } from "pg-boss";
import { config } from "@/lib/config/config";
import { JOBS_SCHEMA, type QueueName, type QueuePolicy, queues } from "@/lib/jobs/queues";
import { logger } from "@/lib/logger";
import { countJob } from "@/lib/metrics/metrics";

/** What runs a job of each queue. One that throws is retried as its queue says, so a handler must bear
 *  running twice. */
export type JobHandlers = Record<QueueName, (data: Record<string, string>) => Promise<void>>;

/** Jobs of one queue that one process runs at a time. */
const CONCURRENCY = 4;
/** Seconds between looks at a queue. Workers are also told of new jobs; this is for what they miss. */
const POLLING_SECONDS = 1;
/** Seconds between looks for jobs whose worker died or hangs; any worker looks for all. */
const SUPERVISE_SECONDS = 10;
/** How long `stop` waits for running jobs before it leaves them to expire and be retried. */
const STOP_TIMEOUT_MS = 25_000;

/** Starts taking jobs from every queue and, for queues that run by the clock, putting them in. Any number of
 *  processes may do so: a job is taken by one of them.
 *  @returns `stop`, which takes no new jobs and waits for those that run */
export async function runWorker(
  handlers: JobHandlers,
  { stopTimeoutMs = STOP_TIMEOUT_MS, superviseSeconds = SUPERVISE_SECONDS } = {},
): Promise<{ stop(): Promise<void> }> {
  const boss = newBoss(superviseSeconds);
  await boss.start();
  for (const [name, { cron }] of Object.entries<QueuePolicy>(queues)) {
    if (cron) await boss.schedule(name, cron, {});
  }
  for (const name of queueNames()) {
    const options = {
      localConcurrency: "cron" in queues[name] ? 1 : CONCURRENCY,
      pollingIntervalSeconds: POLLING_SECONDS,
      notifyPollingIntervalSeconds: POLLING_SECONDS,
    };
    await boss.work<Record<string, string>>(name, options, async (jobs) => {
      for (const { id, data } of jobs) await runJob(name, id, () => handlers[name](data ?? {}));
    });
  }
  return { stop: () => boss.stop({ graceful: true, timeout: stopTimeoutMs }) };
}

function newBoss(superviseSeconds: number): PgBoss {
  const boss = new PgBoss({
    connectionString: config().databaseUrl,
    // The same role as every other query: it owns nothing and row-level security binds it.
    options: "-c role=atrium_app -c timezone=UTC -c application_name=atrium-worker",
    schema: JOBS_SCHEMA,
    max: 6,
    // Tables are the owner's matter (lib/jobs/install.ts).
    migrate: false,
    createSchema: false,
    reindex: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 3600,
    // Less, so that no look is taken for one too early.
    monitorIntervalSeconds: Math.max(1, Math.floor(superviseSeconds / 2)),
  });
  boss.on("error", (error) => logger.error({ error: error.message }, "job queue error"));
  boss.on("warning", ({ message }) => logger.warn({ warning: message }, "job queue warning"));
  return boss;
}

async function runJob(queue: QueueName, jobId: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    countJob(queue, "done");
  } catch (error) {
    // The message only: an error's other fields may hold what the job was about.
    countJob(queue, "failed");
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn({ queue, jobId, reason }, "job failed");
    throw new Error(reason);
  }
}

function queueNames(): QueueName[] {
  return Object.keys(queues) as QueueName[];
}
