import { config } from "@/lib/kernel/config/config";

/** How long anything that is asked of PostgreSQL may take, in milliseconds. All of it follows from one figure, the
 *  time of a statement (`ATRIUM_DATABASE_TIMEOUT_SECONDS`), so that the inner deadlines end before the outer ones. */
export interface DatabaseDeadlines {
  /** Until a connection is there: one of the pool, or a new one. With a silence after it that is less than a request may
   *  take, and a crowd at one row has most of a request's time for its turn. */
  connectMs: number;
  /** PostgreSQL gives up waiting for somebody else's lock. */
  lockMs: number;
  /** PostgreSQL ends a statement. */
  statementMs: number;
  /** A connection that owes an answer and says nothing for so long is given up. A server that is there would have
   *  ended the statement by itself. */
  silenceMs: number;
  /** A transaction, from its beginning to its end. */
  transactionMs: number;
  /** PostgreSQL ends a transaction in which nobody asks anything, so that a client that vanished lets go of its locks. */
  idleMs: number;
  /** The kernel asks a peer that says nothing whether it is there, on every connection, after so long. */
  keepAliveMs: number;
  /** Between two questions on a connection that only listens. A host that vanished is the kernel's to notice, and what the process
   *  asks elsewhere notices a server that hangs: this is for what lies between, such as a proxy. */
  heartbeatMs: number;
  /** The question whether this process is ready: whoever asks it asks again soon. */
  readyMs: number;
  /** A request, whatever it waits for. */
  requestMs: number;
}

/** The deadlines of this process. */
export function databaseDeadlines(): DatabaseDeadlines {
  const statement = config().databaseTimeoutSeconds * 1000;
  const times = (factor: number) => Math.round(statement * factor);
  return {
    connectMs: times(1.4),
    lockMs: times(0.8),
    statementMs: times(1),
    silenceMs: times(1.2),
    transactionMs: times(2),
    idleMs: times(4),
    keepAliveMs: times(0.4),
    heartbeatMs: times(3),
    readyMs: times(0.6),
    requestMs: times(2.8),
  };
}
