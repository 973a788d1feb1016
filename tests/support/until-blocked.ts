import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Resolves once so many statements on the database of the tests wait for a lock that another transaction
 *  holds.
 *  @throws Error after ten seconds */
export async function untilBlocked(count = 1): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  try {
    for (let left = 400; left > 0; left -= 1) {
      const { rows } = await owner.query(
        `SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE NOT granted AND datname = current_database()`,
      );
      if (rows.length >= count) return;
      await sleep(25);
    }
  } finally {
    await owner.end();
  }
  throw new Error(`No ${count} statements came to wait for a lock`);
}
