import type { Queue } from "pg-boss";

/** How a queue retries, and when it runs by itself. */
export type QueuePolicy = Pick<
  Queue,
  "retryLimit" | "retryDelay" | "retryBackoff" | "retryDelayMax" | "expireInSeconds" | "notify"
> & { retryLimit: number; cron?: string };

/** Every queue of the worker, by name. A job carries ids, never secrets or content: the rows it names are
 *  read under the tenant's row-level security when it runs. Times are in seconds. */
export const queues = {
  // From 10 s doubling to an hour: over six hours, as long as mail servers are down at times.
  "mail.deliver": {
    retryLimit: 14,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    // A worker that died with a message in its hands lets go of it after this long.
    expireInSeconds: 90,
    notify: true,
  },
  // How often a delivery is attempted is its own schedule; these retries are for a worker that died.
  "logout.deliver": { retryLimit: 3, retryDelay: 5, notify: true },
  "password.forgot": { retryLimit: 3, retryDelay: 5, notify: true },
  "sessions.sweep": { retryLimit: 0, cron: "* * * * *" },
  "storage.sweep": { retryLimit: 0, cron: "*/10 * * * *" },
} as const satisfies Record<string, QueuePolicy>;

/** Messages that one process hands to the mail server at a time, each over a connection of its own. */
export const SMTP_CONNECTIONS = 8;

export type QueueName = keyof typeof queues;

/** The schema pg-boss keeps its tables in. */
export const JOBS_SCHEMA = "pgboss";
