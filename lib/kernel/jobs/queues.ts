import type { Queue } from "pg-boss";

/** Retry policy and schedule of a queue. */
export type QueuePolicy = Pick<
  Queue,
  | "retryLimit"
  | "retryDelay"
  | "retryBackoff"
  | "retryDelayMax"
  | "expireInSeconds"
  | "heartbeatSeconds"
  | "deleteAfterSeconds"
  | "notify"
> & { retryLimit: number; cron?: string };

/** Retry policy of work that the service has already confirmed to a caller, and must do in spite of
 *  failures. */
const promised = {
  // From 10 s doubling to an hour: over six hours.
  retryLimit: 14,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3600,
  // A job that hangs is released after this time.
  expireInSeconds: 90,
  // Interval at which a worker reports that it still runs a job; two missing reports count as its death. The
  // job passes to another worker within a minute: this, a check of the supervisor (run-worker.ts), and the
  // pause before the first retry.
  heartbeatSeconds: 12,
  notify: true,
} satisfies QueuePolicy;

/** A scheduled job is not retried, since it runs again soon. Workers are notified of it, so that they need
 *  not poll each second. */
const byTheClock = { retryLimit: 0, notify: true } satisfies QueuePolicy;

/** Every queue of the worker, by name. A job carries ids, never secrets or content: it reads the rows that
 *  they name under the tenant's row-level security when it runs. Times are in seconds. */
export const queues = {
  // Two days: a mail server may be away for so long, or an operator may need it to fix what the server
  // rejects.
  "mail.deliver": { ...promised, retryLimit: 56 },
  // Delivery attempts have a schedule of their own; these retries are for an attempt that could not be made.
  "logout.deliver": { ...promised, retryDelay: 5, retryLimit: 15 },
  // The only job that carries an address, sealed: it is deleted a day after it was done.
  "password.forgot": { ...promised, retryDelay: 5, retryLimit: 15, deleteAfterSeconds: 86_400 },
  "sessions.sweep": { ...byTheClock, cron: "* * * * *" },
  "outbox.sweep": { ...byTheClock, cron: "* * * * *" },
  "events.count": { ...byTheClock, cron: "* * * * *" },
  "users.erase": { ...byTheClock, cron: "* * * * *" },
  // An import gets a job when its lines are complete; the schedule finds what a dead worker has left.
  "users.import": { ...byTheClock, cron: "* * * * *" },
  // Most runs find that all auditors have the message of the day.
  "auditors.mail": { ...byTheClock, cron: "*/10 * * * *" },
  "storage.sweep": { ...byTheClock, cron: "*/10 * * * *" },
} as const satisfies Record<string, QueuePolicy>;

/** Messages that one process sends to the mail server at a time, each over a connection of its own. */
export const SMTP_CONNECTIONS = 8;

export type QueueName = keyof typeof queues;

/** The schema of pg-boss's tables. */
export const JOBS_SCHEMA = "pgboss";
