import { PgBoss } from "pg-boss";
import { withParameter } from "@/lib/kernel/config/database-url";
import { QUEUE_POOL } from "@/lib/kernel/db/connection-counts";
import { sessionOptions } from "@/lib/kernel/db/connection-options";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { hearOfJobs } from "@/lib/kernel/jobs/hear-of-jobs";
import { completeJob } from "@/lib/kernel/jobs/job-store";
import { lookAtQueues, type QueueLook } from "@/lib/kernel/jobs/queue-look-store";
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

/** Completes the job in hand in the handler's own transaction: its work and its end commit together.
 *  @throws Error when the job is another worker's by now, which undoes the transaction */
export type CompleteJob = (db: Queryable) => Promise<void>;

/** What runs a job of each queue. One that throws is retried as its queue says, and so is one whose worker died after its work
 *  was done: a handler bears running twice, or completes its job together with its work. */
export type JobHandlers = Record<
  QueueName,
  (data: Record<string, string>, complete: CompleteJob) => Promise<void>
>;

/** Whether jobs of a queue come when somebody puts them in, and not by the clock. */
const isTold = (name: QueueName) => !("cron" in queues[name]);

/** Jobs of one queue that one process runs at a time. Handing over mail is mostly waiting for its server. */
const CONCURRENCY = 4;
const concurrencyOf = (name: QueueName) => {
  if (!isTold(name)) return 1;
  return name === "mail.deliver" ? SMTP_CONNECTIONS : CONCURRENCY;
};
/** Seconds between looks at a queue while nobody tells of new jobs. */
const POLLING_SECONDS = 1;
/** Seconds between looks while PostgreSQL tells of new jobs: for retries, whose pause is over unheard, for jobs whose worker died or
 *  hangs, and for marks in the future. One statement looks for all. */
const LOOK_SECONDS = 15;
/** Seconds between passes over the queues when no job is in hand: any worker's pass is for all. */
const SUPERVISE_SECONDS = 60;
/** The same for every place by itself, should it not be called. A queue whose jobs come by the clock has no retries, and each of its
 *  jobs calls. */
const SELDOM_POLLING_SECONDS = 600;
/** How long `stop` waits for running jobs before it hands them back, to be retried as their queue says. Shorter than
 *  anybody waits for a process to end: one that is killed hands nothing back. */
export const STOP_TIMEOUT_MS = 5_000;
/** How much longer than others a statement of the queues may take. */
const LONGER = 1.5;
/** Seconds that a job which runs by the clock may be late. */
const CRON_SECONDS = 15;

/** Starts taking jobs from every queue and, for queues that run by the clock, putting them in. Any number of
 *  processes may do so: a job is taken by one of them.
 *  @returns `stop`, which takes no new jobs and waits for those that run, for STOP_TIMEOUT_MS unless told otherwise */
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
    // Whoever tries again has none of its connections and clocks left.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  const looking = setInterval(() => seeToQueues(boss), lookSeconds * 1000);
  const stop = async () => {
    clearInterval(looking);
    await boss.stop({ graceful: true, timeout: stopTimeoutMs });
  };
  return { stop };
}

async function takeJobs(boss: PgBoss, handlers: JobHandlers): Promise<void> {
  for (const [name, { cron }] of Object.entries<QueuePolicy>(queues)) {
    if (cron) await boss.schedule(name, cron, {});
  }
  for (const name of Object.keys(queues) as QueueName[]) {
    const places = concurrencyOf(name);
    const options = {
      localConcurrency: places,
      // One place is always left to other tenants: the slow addresses of one stop nobody else's jobs.
      ...(places > 1 ? { localGroupConcurrency: places - 1 } : {}),
      pollingIntervalSeconds: POLLING_SECONDS,
      notifyPollingIntervalSeconds: SELDOM_POLLING_SECONDS,
    };
    await boss.work<Record<string, string>>(name, options, async (jobs) => {
      if (isTold(name)) callNext(boss, name);
      for (const { id, data } of jobs) {
        const { traceparent, ...ids } = data ?? {};
        const complete: CompleteJob = (db) => completeJob(db, name, id);
        const run = () => runJob(name, id, () => handlers[name](ids, complete));
        await inRootSpan(`job ${name}`, { "atrium.queue": name }, traceparent, run);
      }
    });
  }
}

/** Looks at the queues whose jobs somebody puts in, and has all go on by a clock that went back. */
async function look(): Promise<QueueLook | null> {
  try {
    const found = await lookAtQueues((Object.keys(queues) as QueueName[]).filter(isTold));
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

/** Has jobs taken whose time has come unheard, and jobs given up whose worker died, as far as there are any. */
async function seeToQueues(boss: PgBoss): Promise<void> {
  const found = await look();
  for (const name of found?.due ?? []) callIdle(boss, name);
  if (found?.inHand)
    await boss
      .supervise()
      .catch(({ message }) => logger.error({ error: message }, "job queue error"));
}

/** Lets those who have a job look for the next as soon as it is done, since the pause between looks is for a queue that was
 *  found empty; and calls one who has none, since where one job was due, more may be. */
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
  // The same role as every other query: it owns nothing and row-level security binds it. It listens, so that it has sessions.
  const options = sessionOptions({
    // pg-boss clears its tables of many jobs at once.
    statementMs: LONGER * statementMs,
    silenceMs: LONGER * silenceMs,
  });
  const connections = {
    ...options,
    // PostgreSQL shows them as a worker's (scripts/doctor/worker). pg-boss puts a name of its own over any other.
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
    // Tables are the owner's matter (lib/kernel/jobs/install.ts).
    migrate: false,
    createSchema: false,
    reindex: false,
    cronWorkerIntervalSeconds: CRON_SECONDS,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 3600,
    // No job of ours waits for another one.
    flowIntervalSeconds: 3600,
    // Less, so that no look is taken for one too early.
    monitorIntervalSeconds: Math.max(1, Math.floor(lookSeconds / 2)),
  });
  hearOfJobs(boss, connections);
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
    logger.warn({ queue, jobId, reason, sqlState: sqlStateOf(error) }, "job failed");
    throw new Error(reason);
  }
}
