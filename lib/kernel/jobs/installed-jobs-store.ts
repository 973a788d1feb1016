import type { Ask } from "@/lib/kernel/db/ask";
import { JOBS_SCHEMA } from "@/lib/kernel/jobs/queues";

/** Reads the version that the owner noted when it installed the job tables and queues; null for a database
 *  that has none. */
export async function readInstalledJobs(ask: Ask): Promise<string | null> {
  const [row] = await ask<{ noted: string | null }>(
    "SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS noted",
    [JOBS_SCHEMA],
  );
  return row?.noted ?? null;
}
