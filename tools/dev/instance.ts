import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DatabaseUrls, withAccount } from "../postgres/bootstrap";
import { type Cluster, startCluster } from "../postgres/cluster";
import { temporaryFolder } from "../postgres/temporary-folder";
import { type Base, copyFiles } from "./base";
import { LIVE } from "./databases";
import { clusterSettings } from "./service-settings";

/** Starts a PostgreSQL on a copy of the base. It is removed after `stop()`, and when this process dies.
 *  @param port on which it listens, on this machine alone */
export async function startInstance(base: Base, port: number): Promise<Cluster> {
  const folder = temporaryFolder("atrium-dev-");
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const dataDir = join(folder, "data");
    copyFiles(join(base.folder, "data"), dataDir);
    const options = { dataDir, port, password: base.passwords.admin, settings: clusterSettings };
    const cluster = await startCluster(options);
    return { ...cluster, stop: () => cluster.stop().then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Database addresses for the service's settings. */
export function urlsOf({ passwords }: Base, port: number): DatabaseUrls {
  const server = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  return {
    DATABASE_URL: withAccount(server, "atrium_web", passwords.web, LIVE),
    DATABASE_OWNER_URL: withAccount(server, "atrium_owner", passwords.owner, LIVE),
  };
}
