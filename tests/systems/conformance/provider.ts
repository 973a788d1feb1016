import { join } from "node:path";
import { anInstallation, migrateBy, type Variables } from "../harness/installation";
import { aMailServer } from "../harness/mail";
import { productionSettings } from "../harness/production";
import { startServer, startWorker } from "../harness/servers";
import { ISSUER, PORTS } from "./addresses";

/** Starts the service as in production, migrated and empty: the built host in two processes, a worker, a
 *  PostgreSQL of its own. It must have been built.
 *  @param logs the folder for its output
 *  @returns the environment for the command line of the same installation */
export async function startProvider(logs: string): Promise<Variables> {
  const mail = await aMailServer();
  const { env } = await anInstallation({
    ...productionSettings(ISSUER, mail),
    ATRIUM_LOG_LEVEL: "info",
    ATRIUM_PROCESSES: "2",
  });
  await migrateBy(".", env);
  await startWorker(env, { log: join(logs, "worker.log") });
  await startServer(env, { port: PORTS.atrium, log: join(logs, "web.log") });
  return env;
}
