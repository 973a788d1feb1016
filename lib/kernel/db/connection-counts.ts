import type { Config } from "@/lib/kernel/config/config";

/** Pipelines of each kind, so that a blocked message delays at most half of the others. */
export const PIPELINES_EACH = 2;
/** Listings that run at once in a process. Each holds a connection until its reader has finished, so they
 *  have a few of their own: slow readers can't starve other requests. */
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

/** Most connections to PostgreSQL that the processes of this server open when all are busy: for
 *  transactions, for single messages that read and that write, one that listens, listings, and the queues
 *  where jobs run. */
export function connectionCounts({
  databasePool,
  pooled,
  processes,
  worker,
}: Pick<Config, "databasePool" | "pooled" | "processes" | "worker">): ConnectionCounts {
  // Behind a pooler each process opens directly only the one that listens, and the queues.
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

/** The number of connections that PostgreSQL allows the service, and the setting that limits it. */
export interface ConnectionRoom {
  most: number;
  /** Name of the setting, as an operator finds it. */
  by: string;
}
