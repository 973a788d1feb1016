import type { Queue } from "pg-boss";

/** How a queue retries, and when it runs by itself. */
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

/** How what was promised to somebody is tried: what the service has answered is done, whatever fails meanwhile. */
const promised = {
  // From 10 s doubling to an hour: over six hours.
  retryLimit: 14,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3600,
  // A job that hangs is let go of after this long.
  expireInSeconds: 90,
  // A worker says this often that it is still at it, twice over. One that died is noticed, and the job is another's
  // within the minute: this, a look of the supervisor (run-worker.ts), and the pause before the first retry.
  heartbeatSeconds: 12,
  notify: true,
} satisfies QueuePolicy;

/** What runs again soon is not tried again. Its workers are told of a job, so that they need not look each second. */
const byTheClock = { retryLimit: 0, notify: true } satisfies QueuePolicy;

/** Every queue of the worker, by name. A job carries ids, never secrets or content: the rows it names are
 *  read under the tenant's row-level security when it runs. Times are in seconds. */
export const queues = {
  // Two days: as long as a mail server may be away, or take somebody to mend what it says of this service.
  "mail.deliver": { ...promised, retryLimit: 56 },
  // How often a delivery is attempted is its own schedule; these retries are for an attempt that could not be made.
  "logout.deliver": { ...promised, retryDelay: 5, retryLimit: 15 },
  // The one job that carries an address, sealed: it is deleted a day after it was done.
  "password.forgot": { ...promised, retryDelay: 5, retryLimit: 15, deleteAfterSeconds: 86_400 },
  "sessions.sweep": { ...byTheClock, cron: "* * * * *" },
  "outbox.sweep": { ...byTheClock, cron: "* * * * *" },
  "events.count": { ...byTheClock, cron: "* * * * *" },
  "users.erase": { ...byTheClock, cron: "* * * * *" },
  // An import is put in when its lines are there; the clock finds what a worker that died has left.
  "users.import": { ...byTheClock, cron: "* * * * *" },
  // Most runs find that everybody has the message of the day.
  "auditors.mail": { ...byTheClock, cron: "*/10 * * * *" },
  "storage.sweep": { ...byTheClock, cron: "*/10 * * * *" },
} as const satisfies Record<string, QueuePolicy>;

/** Messages that one process hands to the mail server at a time, each over a connection of its own. */
export const SMTP_CONNECTIONS = 8;

export type QueueName = keyof typeof queues;

/** The schema pg-boss keeps its tables in. */
export const JOBS_SCHEMA = "pgboss";
