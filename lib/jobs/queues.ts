/** Every queue of the worker, by name. A job carries ids, never secrets or content: the rows it names are
 *  read under the tenant's row-level security when it runs. */
export const queues = {
  "mail.deliver": { retryLimit: 8, retryDelay: 10, retryBackoff: true },
  // How often a delivery is attempted is its own schedule; these retries are for a worker that died.
  "logout.deliver": { retryLimit: 3, retryDelay: 5 },
  "password.forgot": { retryLimit: 3, retryDelay: 5 },
  "sessions.sweep": { retryLimit: 0, cron: "* * * * *" },
  "storage.sweep": { retryLimit: 0, cron: "*/10 * * * *" },
} as const satisfies Record<
  string,
  { retryLimit: number; retryDelay?: number; retryBackoff?: boolean; cron?: string }
>;

export type QueueName = keyof typeof queues;
