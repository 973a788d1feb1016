import { randomBytes } from "node:crypto";
import { migrate } from "@/lib/kernel/db/schema/migrate";
import { bootstrapDatabase } from "@/tools/postgres/bootstrap";
import { startEphemeralCluster } from "@/tools/postgres/ephemeral";

/** Starts a migrated database of this process's own, with the environment that `lib` reads: route handlers
 *  can then be imported and called without a server between. `stop()` removes everything. */
export async function ownDatabase(
  extra: Record<string, string> = {},
): Promise<{ stop(): Promise<void> }> {
  const { cluster, urls } = await migratedDatabase();
  Object.assign(process.env, urls, {
    ATRIUM_MODE: "local",
    ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    ATRIUM_LOG_LEVEL: "error",
    ...extra,
  });
  await import("@/lib/features/all");
  const { ensureSigningKeys } = await import("@/lib/core/signing-keys/ensure-signing-keys");
  await ensureSigningKeys(urls.DATABASE_OWNER_URL);
  return {
    stop: async () => {
      const { connections } = await import("@/lib/kernel/db/connections");
      await connections.end();
      await cluster.stop();
    },
  };
}

/** Starts a migrated database on a PostgreSQL of its own.
 *  @param postgres settings of the database server */
export async function migratedDatabase(postgres: Record<string, string> = {}) {
  const cluster = await startEphemeralCluster(postgres);
  const accounts = { database: "bench", ownerPassword: "bench", webPassword: "bench" };
  const urls = await bootstrapDatabase(cluster.adminUrl, accounts);
  await migrate(urls.DATABASE_OWNER_URL);
  return { cluster, urls };
}
