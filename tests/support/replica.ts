import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, startCluster } from "@/tools/postgres/cluster";
import { freePort } from "@/tools/postgres/free-port";

/** A server that takes changes, and a copy of it that only reads until it is promoted. */
export interface Pair {
  primary: Cluster;
  replica: Cluster;
  stop(): Promise<void>;
}

/** Starts both. The replica is not connected to the primary: it shows how a replica reports itself, and how a
 *  promotion looks. */
export async function aPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-pair-"));
  chmodSync(folder, 0o711);
  const settings = { fsync: "off", max_connections: "50" };
  const at = async (name: string) => ({
    dataDir: join(folder, name),
    password: "ephemeral",
    port: await freePort(),
    settings,
  });
  const first = await at("primary");
  await (await startCluster(first)).stop();
  const second = await at("replica");
  execFileSync("cp", ["-a", first.dataDir, second.dataDir]);
  const { uid, gid } = statSync(first.dataDir);
  const signal = join(second.dataDir, "standby.signal");
  writeFileSync(signal, "");
  chownSync(signal, uid, gid);
  const [primary, replica] = [await startCluster(first), await startCluster(second)];
  const stop = async () => {
    await Promise.all([primary.stop(), replica.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { primary, replica, stop };
}
