import type { PostgresPackage } from "./binaries";
import { type Cluster, startCluster } from "./cluster";
import { freePort } from "./free-port";
import { startTemporary } from "./temporary-folder";

// Nothing here outlives the run, so speed matters more than durability.
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  shared_buffers: "128MB",
  autovacuum: "off",
};

/** Starts a PostgreSQL with its own port and folder that is removed after `stop()`, and also when the process
 *  that started it dies. Several may run side by side.
 *  @param more server settings, over its own
 *  @param programs another PostgreSQL than the one that is installed with the product */
export function startEphemeralCluster(
  more: Record<string, string> = {},
  programs?: PostgresPackage,
): Promise<Cluster> {
  const settings = { ...SETTINGS, ...more };
  return startTemporary("atrium-pg-", async (dataDir) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const options = { dataDir, password: "ephemeral", settings, programs };
        return await startCluster({ ...options, port: await freePort() });
      } catch (error) {
        // Another run may take the free port before this one uses it.
        if (attempt >= 3 || !String(error).includes("could not bind")) throw error;
      }
    }
  });
}
