import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { askOn } from "@/lib/kernel/db/ask";
import { startingWith } from "@/lib/kernel/db/connection-options";
import { DatabaseClient } from "@/lib/kernel/db/database-client";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { readInstalledJobs } from "@/lib/kernel/jobs/installed-jobs-store";
import { JOBS_SCHEMA, type QueuePolicy, queues } from "@/lib/kernel/jobs/queues";

/** Creates or updates the job tables and queues as the database's owner, and grants the application's role
 *  their use: it may add and remove jobs, but own and alter nothing. The installed version is noted in the
 *  database, so that a start which finds it there loads no job runner. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const current = version();
  if ((await asOwner(ownerUrl, (client) => readInstalledJobs(askOn(client)))) === current) return;
  await createQueues(ownerUrl);
  await grantToApplication(ownerUrl, current);
}

/** Version to install: pg-boss's, and a description of the queues. */
function version(): string {
  const { version: boss } = createRequire(import.meta.url)("pg-boss/package.json");
  const digest = createHash("sha256").update(JSON.stringify(queues)).digest("base64url");
  return `pg-boss ${boss}, queues ${digest}`;
}

async function createQueues(ownerUrl: string): Promise<void> {
  const { PgBoss } = await import("pg-boss");
  // pg-boss passes to the pool options that its own types do not name.
  const options = {
    connectionString: ownerUrl,
    options: startingWith(),
    Client: DatabaseClient,
    schema: JOBS_SCHEMA,
    supervise: false,
    schedule: false,
    max: 1,
    connectionTimeoutMillis: 10_000,
  };
  const boss = new PgBoss(options);
  boss.on("error", () => {}); // the call that failed rejects with the same error
  await boss.start();
  try {
    // The worker schedules queues; only their retry policy is stored with them.
    for (const [name, policy] of Object.entries<QueuePolicy>(queues)) {
      const { cron: _, ...options } = policy;
      if (await boss.getQueue(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function grantToApplication(ownerUrl: string, installed: string): Promise<void> {
  await asOwner(ownerUrl, (client) =>
    client.query(`
      GRANT USAGE ON SCHEMA ${JOBS_SCHEMA} TO atrium_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${JOBS_SCHEMA} TO atrium_app;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${JOBS_SCHEMA} TO atrium_app;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${JOBS_SCHEMA} TO atrium_app;
      COMMENT ON SCHEMA ${JOBS_SCHEMA} IS ${client.escapeLiteral(installed)};`),
  );
}
