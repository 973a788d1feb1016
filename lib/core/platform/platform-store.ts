import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { sessionOptions } from "@/lib/kernel/db/connection-options";
import { type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";

/** The tenant whose users are the administrators of all others, and the dashboard's relying party. */
export interface Platform {
  tenantId: string;
  environmentId: string;
  dashboardClientId: string;
}

/** Returns the platform, or null when none has been set up yet. */
export async function readPlatform(): Promise<Platform | null> {
  return unscoped.first(read<Platform>`
    SELECT platform_tenant_id AS tenant_id, platform_environment_id AS environment_id, dashboard_client_id
    FROM platform WHERE id = 1`);
}

/** Stores which tenant is the platform; the database refuses a second one. */
export async function insertPlatform(db: Queryable, dashboardClientId: string): Promise<void> {
  await db.execute(write`
    INSERT INTO platform (id, platform_tenant_id, platform_environment_id, dashboard_client_id)
    VALUES (1, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${dashboardClientId})`);
}

// Any key that is unique among ours; migrations lock another (lib/kernel/db/schema/migrate.ts).
const LOCK = 7_283_747;

/** Interval of attempts, and maximum wait for another process that sets up, in milliseconds. */
const RETRY_MS = 100;
const LOCK_TIMEOUT_MS = 60_000;

/** Runs `work` while no other process does the same: of two processes that find no platform, the second
 *  finds the one that the first has created.
 *  @throws Error when another process has held the lock for a minute */
export async function withSetupLock<T>(work: () => Promise<T>): Promise<T> {
  // A connection of its own: behind a pooler, a lock would stay with the pooled connection that took it.
  const connection = new WatchedConnection(sessionOptions());
  await connection.connect();
  try {
    await takeLock(connection);
    return await work();
  } finally {
    // The lock ends with its connection, regardless of the outcome.
    await connection.end().catch(() => {});
  }
}

/** Polls for the lock: a statement that waits would time out long before the other process has finished. */
async function takeLock(connection: pg.Client): Promise<void> {
  const end = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const { rows } = await connection.query("SELECT pg_try_advisory_lock($1) AS taken", [LOCK]);
    if (rows[0]?.taken) return;
    if (performance.now() > end)
      throw new Error("Another process has been setting up for a minute");
    await sleep(RETRY_MS);
  }
}
