import { config } from "@/lib/kernel/config/config";

/** Deadlines of the database, in milliseconds. All follow from one setting, the timeout of a statement
 *  (`ATRIUM_DATABASE_TIMEOUT_SECONDS`), so that the inner deadlines end before the outer ones. */
export interface DatabaseDeadlines {
  /** Until a connection is available: one of the pool, or a new one. Together with a silence after it, it is
   *  less than a request may take; many requests for one row can use most of a request's time to wait. */
  connectMs: number;
  /** PostgreSQL's timeout for a lock. */
  lockMs: number;
  /** PostgreSQL's timeout for a statement. */
  statementMs: number;
  /** A connection that owes an answer and sends nothing for this long is closed. A running server would have
   *  ended the statement by itself. */
  silenceMs: number;
  /** Timeout of a whole transaction. */
  transactionMs: number;
  /** PostgreSQL's timeout for an idle transaction, so that a vanished client releases its locks. */
  idleMs: number;
  /** TCP keep-alive of every connection. */
  keepAliveMs: number;
  /** Interval of queries on a connection that only listens. TCP keep-alive notices a host that vanished,
   *  and other queries of the process notice a server that hangs: this is for what lies between, such as a
   *  proxy. */
  heartbeatMs: number;
  /** Timeout of the readiness check: its client repeats it soon. */
  readyMs: number;
  /** Timeout of a request, including all its waits. */
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
