import type { Ask } from "@/lib/kernel/db/ask";
import { ownCommand } from "@/lib/kernel/process/own-command";
import { type Check, type Finding, failed, ok } from "./check";

/** Names of workers' connections (lib/kernel/jobs/run-worker), and those of version 0.1.0. */
const NAMES = ["atrium-worker", "pgboss"];

/** Scheduled queues have a job each minute; one may be late. */
const LATE_SECONDS = 300;

/** Observed workers. */
export interface WorkersSeen {
  /** Workers' processes that are connected to the database. */
  connected: number;
  /** Seconds since the last success of a job that runs each minute; null when there was none. */
  secondsSinceJob: number | null;
}

/** Checks that a worker is alive: mail, logouts and cleanup wait for one. */
export const worker: Check = {
  name: "worker",
  needs: "database",
  look: async ({ ask }) => workerFinding(await readWorkers(ask)),
};

/** Reads the workers' connections, and the last run of the queue that runs each minute. */
export async function readWorkers(ask: Ask): Promise<WorkersSeen> {
  const [seen] = await ask<WorkersSeen>(
    `    SELECT (SELECT count(*)::int FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = ANY ($1::text[])) AS connected,
           (SELECT extract(epoch FROM clock_timestamp() - max(completed_on))::float8 FROM pgboss.job
            WHERE name = 'outbox.sweep' AND state = 'completed') AS "secondsSinceJob"`,
    [NAMES],
  );
  if (!seen) throw new Error("PostgreSQL does not know who is connected");
  return seen;
}

export function workerFinding({ connected, secondsSinceJob }: WorkersSeen): Finding {
  const last =
    secondsSinceJob === null
      ? "none has ever done a job"
      : `the last job was done ${Math.round(secondsSinceJob)} seconds ago`;
  const isWorking = secondsSinceJob !== null && secondsSinceJob <= LATE_SECONDS;
  if (isWorking) return ok(last);
  if (connected === 0)
    return failed(
      `no worker is connected, and ${last}`,
      `Start one: npm start runs one, \`${ownCommand("worker")}\` another; see its log when it ends again.`,
    );
  // A worker that has just started has its first job within a minute.
  if (secondsSinceJob === null) return ok("a worker is connected; it has done no job yet");
  return failed(
    `a worker is connected, but ${last}`,
    "See the worker's log, and start it again: it should do a job each minute.",
  );
}
