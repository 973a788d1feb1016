import type { Db, PgBoss } from "pg-boss";
import { connections } from "@/lib/kernel/db/connections";
import type { Queryable, UnscopedQueryable } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { JOBS_SCHEMA, type QueueName } from "@/lib/kernel/jobs/queues";
import { logger } from "@/lib/kernel/process/logger";
import { singleton } from "@/lib/kernel/process/singleton";
import { currentTraceParent } from "@/lib/kernel/process/spans";

/** A job to put into a queue. */
export interface NewJob {
  /** Ids only. */
  data: Record<string, string>;
  /** Not before this time; by default at once. */
  startAfter?: Date | undefined;
  /** Jobs with a higher one go first; 0 by default. */
  priority?: number | undefined;
}

/** Puts jobs into a queue in the caller's transaction, in one message: the queue has their retry policy, and
 *  a worker is notified when the transaction commits. The tenant is their group, so that a worker can leave
 *  places to others.
 *  @param db of a transaction: pg-boss sends its statement after the turn in which a batch leaves
 *  @throws Error when the queue was never installed */
export async function insertJobs(
  db: Queryable,
  queue: QueueName,
  jobs: readonly NewJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  const boss = await jobSender();
  const traceparent = currentTraceParent();
  const grouped = jobs.map(({ data, ...job }) => ({
    ...job,
    data: traceparent ? { ...data, traceparent } : data,
    group: { id: db.tenantId },
  }));
  const ids = await boss.insert(queue, grouped as Parameters<PgBoss["insert"]>[1], {
    db: pgBossOver(db),
    returnId: true,
  });
  if (ids?.length !== jobs.length) throw new Error(`The queue ${queue} is not installed`);
}

/** Completes a worker's active job, in the caller's transaction.
 *  @throws Error when no worker has it any more, or another one has taken and completed it */
export async function completeJob(db: Queryable, queue: QueueName, jobId: string): Promise<void> {
  const boss = await jobSender();
  // pg-boss' types omit this field of its answer.
  const { affected } = (await boss.complete(queue, jobId, undefined, { db: pgBossOver(db) })) as {
    affected: number;
  };
  if (affected === 0) throw new Error("this job is another worker's by now");
}

const sending = singleton<{ boss?: Promise<PgBoss> | undefined }>("job-sender", () => ({}));

/** Returns the pg-boss of a process that only sends jobs: it knows the queues, and supervises and fetches
 *  nothing. Loaded on first use.
 *  @throws Error when the job tables are not installed, or are another version's */
export function jobSender(): Promise<PgBoss> {
  sending.boss ??= startSender().catch((error: unknown) => {
    sending.boss = undefined;
    throw error;
  });
  return sending.boss;
}

/** Seconds between reads of the queues, which change when a new version is installed. */
const LOOK_SECONDS = 3600;

async function startSender(): Promise<PgBoss> {
  const { PgBoss } = await import("pg-boss");
  const over = pgBossOver(unscoped);
  const lost: unknown[] = [];
  const executeSql: Db["executeSql"] = (text, values) =>
    over.executeSql(text, values).catch((error: unknown) => {
      lost.push(error);
      throw error;
    });
  const boss = new PgBoss({
    db: { executeSql },
    schema: JOBS_SCHEMA,
    // The owner makes tables (lib/kernel/jobs/install.ts), and the worker supervises jobs.
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    queueCacheIntervalSeconds: LOOK_SECONDS,
  });
  boss.on("error", ({ message }) => logger.warn({ error: message }, "the queues were not read"));
  try {
    await boss.start();
    // pg-boss starts without its queues when they could not be read.
    if (lost.length > 0) throw lost[0];
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  connections.alsoEnds(() => boss.stop({ graceful: false }));
  return boss;
}

/** Returns a database handle as pg-boss takes one. */
function pgBossOver(db: UnscopedQueryable): Db {
  return {
    executeSql: async (text, values = []) => ({
      rows: await db.query({ kind: "write", text, values }),
    }),
  };
}
