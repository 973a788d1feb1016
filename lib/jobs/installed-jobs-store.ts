import type pg from "pg";
import { JOBS_SCHEMA } from "@/lib/jobs/queues";

/** What the owner noted when it installed the job tables and queues; null for a database that has none. */
export async function readInstalledJobs(owner: pg.Client): Promise<string | null> {
  const { rows } = await owner.query<{ noted: string | null }>(
    "SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS noted",
    [JOBS_SCHEMA],
  );
  return rows[0]?.noted ?? null;
}
