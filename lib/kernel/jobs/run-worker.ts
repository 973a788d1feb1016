import { PgBoss } from "pg-boss";
import { withParameter } from "@/lib/kernel/config/database-url";
import { QUEUE_POOL } from "@/lib/kernel/db/connection-counts";
import { sessionOptions } from "@/lib/kernel/db/connection-options";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { listenForJobs } from "@/lib/kernel/jobs/hear-of-jobs";
import { completeJob } from "@/lib/kernel/jobs/job-store";
import { type QueueState, readQueueState } from "@/lib/kernel/jobs/queue-look-store";
import {
  JOBS_SCHEMA,
  type QueueName,
  type QueuePolicy,
  queues,
  SMTP_CONNECTIONS,
} from "@/lib/kernel/jobs/queues";
import { countJob } from "@/lib/kernel/process/counters";
import { logger } from "@/lib/kernel/process/logger";
import { inRootSpan } from "@/lib/kernel/process/spans";
import { sqlStateOf } from "@/lib/kernel/process/sql-state";

/** Completes the running job in the handler's own transaction: its work and its end commit together.
 *  @throws Error when another worker has the job by now, which rolls back the transaction */
export type CompleteJob = (db: Queryable) => Promise<void>;

/** Handlers of queues' jobs; a queue without one is not served. A job whose handler throws is retried by its
 *  queue's policy, and so is one whose worker died after the work was done: a handler must allow running
 *  twice, or complete its job together with its work. */
export type JobHandlers = Partial<Record<QueueName, JobHandler>>;
type JobHandler = (data: Record<string, string>, complete: CompleteJob) => Promise<void>;

/** Whether jobs of a queue are added by transactions, and not by a schedule. */
const isNotified = (name: QueueName) => !("cron" in queues[name]);

/** Jobs of one queue that one process runs at a time. Sending mail is mostly waiting for its server. */
const CONCURRENCY = 4;
const concurrencyOf = (name: QueueName) => {
  if (!isNotified(name)) return 1;
  return name === "mail.deliver" ? SMTP_CONNECTIONS : CONCURRENCY;
};
/** Seconds between polls of a queue while no notifications arrive. */
const POLLING_SECONDS = 1;
/** Seconds between polls while PostgreSQL notifies of new jobs: for retries, whose pause ends without a
 *  notification, for jobs whose worker died or hangs, and for timestamps in the future. One statement checks
 *  all queues. */
const LOOK_SECONDS = 15;
/** Seconds between supervision of the queues while no job runs: any worker supervises for all. */
const SUPERVISE_SECONDS = 60;
/** Polling interval of each place of a queue, as a fallback for notifications. A scheduled queue has no
 *  retries, and each of its jobs notifies. */
const SELDOM_POLLING_SECONDS = 600;
/** Milliseconds that `stop` waits for running jobs before it hands them back, to be retried by their queue's
 *  policy. Less than any supervisor waits for a process to end: a killed process hands nothing back. */
export const STOP_TIMEOUT_MS = 5_000;
/** Factor by which the queues' statements may take longer than others. */
const LONGER = 1.5;
/** Seconds by which a scheduled job may be late. */
const CRON_SECONDS = 15;

/** Starts to run jobs of every queue, and to add jobs of scheduled queues. Any number of processes may do so:
 *  each job is taken by one of them.
 *  @returns `stop`, which takes no new jobs and waits for running ones, by default for STOP_TIMEOUT_MS */
export async function runWorker(
  handlers: JobHandlers,
  { stopTimeoutMs = STOP_TIMEOUT_MS, lookSeconds = LOOK_SECONDS } = {},
): Promise<{ stop(): Promise<void> }> {
  const boss = newBoss(lookSeconds);
  try {
    await look();
    await boss.start();
    await takeJobs(boss, handlers);
  } catch (error) {
    // A next attempt must not share connections and timers with this one.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  const looking = setInterval(() => superviseQueues(boss), lookSeconds * 1000);
  const stop = async () => {
    clearInterval(looking);
    await boss.stop({ graceful: true, timeout: stopTimeoutMs });
  };
  return { stop };
}

async function takeJobs(boss: PgBoss, handlers: JobHandlers): Promise<void> {
  const served = Object.entries(handlers) as [QueueName, JobHandler][];
  for (const [name] of served) {
    const { cron }: QueuePolicy = queues[name];
    if (cron) await boss.schedule(name, cron, {});
  }
  for (const [name, handle] of served) {
    const places = concurrencyOf(name);
    const options = {
      localConcurrency: places,
      // One place is always left to other tenants: one tenant's slow addresses do not block the jobs of
      // others.
      ...(places > 1 ? { localGroupConcurrency: places - 1 } : {}),
      pollingIntervalSeconds: POLLING_SECONDS,
      notifyPollingIntervalSeconds: SELDOM_POLLING_SECONDS,
    };
    await boss.work<Record<string, string>>(name, options, async (jobs) => {
      if (isNotified(name)) callNext(boss, name);
      for (const { id, data } of jobs) {
        const { traceparent, ...ids } = data ?? {};
        const complete: CompleteJob = (db) => completeJob(db, name, id);
        const run = () => runJob(name, id, () => handle(ids, complete));
        await inRootSpan(`job ${name}`, { "atrium.queue": name }, traceparent, run);
      }
    });
  }
}

/** Reads the state of the queues that transactions add jobs to, and corrects all queues after the clock was
 *  set back. */
async function look(): Promise<QueueState | null> {
  try {
    const found = await readQueueState((Object.keys(queues) as QueueName[]).filter(isNotified));
    if (found.ahead > 0)
      logger.warn(
        { seconds: found.ahead },
        "the clock went back: the queues go on from the time it has now",
      );
    return found;
  } catch (error) {
    logger.warn(
      { error: error instanceof Error ? error.message : error },
      "the queues could not be looked at",
    );
    return null;
  }
}

/** Runs due jobs without a notification, and releases the jobs of dead workers, where there are any. */
async function superviseQueues(boss: PgBoss): Promise<void> {
  const found = await look();
  for (const name of found?.due ?? []) callIdle(boss, name);
  if (found?.inHand)
    await boss
      .supervise()
      .catch(({ message }) => logger.error({ error: message }, "job queue error"));
}

/** Has busy places of a queue poll as soon as their job is done, since the pause between polls is for an
 *  empty queue; and wakes one idle place, since where one job was due, more may be. */
function callNext(boss: PgBoss, queue: QueueName): void {
  for (const { id, name, count } of boss.getWipData())
    if (name === queue && count > 0) boss.notifyWorker(id);
  callIdle(boss, queue);
}

function callIdle(boss: PgBoss, queue: string): void {
  const idle = boss.getWipData().find(({ name, count }) => name === queue && count === 0);
  if (idle) boss.notifyWorker(idle.id);
}

function newBoss(lookSeconds: number): PgBoss {
  const { silenceMs, statementMs } = databaseDeadlines();
  // The application's role, like every other query: it owns nothing and row-level security binds it. It
  // listens, which needs sessions.
  const options = sessionOptions({
    // pg-boss deletes many jobs at once.
    statementMs: LONGER * statementMs,
    silenceMs: LONGER * silenceMs,
  });
  const connections = {
    ...options,
    // The name by which PostgreSQL shows them as a worker's (cli/doctor/worker). pg-boss puts a name of
    // its own over any other.
    connectionString: withParameter(
      options.connectionString ?? "",
      "application_name",
      "atrium-worker",
    ),
    Client: WatchedConnection,
    max: QUEUE_POOL,
  };
  const boss = new PgBoss({
    ...connections,
    schema: JOBS_SCHEMA,
    // The owner makes tables (lib/kernel/jobs/install.ts).
    migrate: false,
    createSchema: false,
    reindex: false,
    cronWorkerIntervalSeconds: CRON_SECONDS,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 3600,
    // No job of ours depends on another one.
    flowIntervalSeconds: 3600,
    // Less than the polling interval, so that no supervision is skipped as too early.
    monitorIntervalSeconds: Math.max(1, Math.floor(lookSeconds / 2)),
  });
  listenForJobs(boss, connections);
  boss.on("error", (error) => logger.error({ error: error.message }, "job queue error"));
  boss.on("warning", ({ message }) => logger.warn({ warning: message }, "job queue warning"));
  return boss;
}

async function runJob(queue: QueueName, jobId: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    countJob(queue, "done");
  } catch (error) {
    // The message only: an error's other fields may hold data of the job.
    countJob(queue, "failed");
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn({ queue, jobId, reason, sqlState: sqlStateOf(error) }, "job failed");
    throw new Error(reason);
  }
}
