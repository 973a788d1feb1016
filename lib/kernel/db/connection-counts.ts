import type { Config } from "@/lib/kernel/config/config";

/** Pipelines of a kind, so that a message that is held up holds up half of the others at the most. */
export const PIPELINES_EACH = 2;
/** Listings that run at once in a process. Each holds a connection for as long as its reader takes, so they have a few of
 *  their own: slow readers can't starve anybody else. */
export const LISTINGS = 4;
/** Connections of the queues in a process that takes jobs, and one more that listens for jobs. */
export const QUEUE_POOL = 6;
const QUEUES = QUEUE_POOL + 1;

/** The most connections that something takes. */
export interface ConnectionCounts {
  web: number;
  worker: number;
  /** All processes of this server together. */
  server: number;
}

/** How many connections to PostgreSQL the processes of this server take at the most, when everything is busy: for transactions,
 *  for single messages that read and that write, one that listens, listings, and the queues where jobs are taken. */
export function connectionCounts({
  databasePool,
  pooled,
  processes,
  worker,
}: Pick<Config, "databasePool" | "pooled" | "processes" | "worker">): ConnectionCounts {
  // Behind a pooler each process has what listens, and the queues.
  const any = pooled ? 1 : databasePool + 2 * PIPELINES_EACH + 1;
  const counts = {
    web: any + (pooled ? 0 : LISTINGS) + (worker === "inside" ? QUEUES : 0),
    worker: worker === "own" ? any + QUEUES : 0,
  };
  return { ...counts, server: processes * counts.web + counts.worker };
}

/** PostgreSQL allows fewer connections than the processes of this server take when they are busy. */
export class TooFewConnections extends Error {
  constructor(server: number, { most, by }: ConnectionRoom) {
    super(
      `The processes of this server take up to ${server} connections to PostgreSQL, which allows ${most} (${by}). Raise ${by}, or lower ATRIUM_DATABASE_POOL or ATRIUM_PROCESSES.`,
    );
    this.name = "TooFewConnections";
  }
}

/** How many connections PostgreSQL allows the service, and what says so. */
export interface ConnectionRoom {
  most: number;
  /** The setting, as an operator finds it. */
  by: string;
}
