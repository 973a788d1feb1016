import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { postgresBinaries } from "./binaries";
import { type Cluster, startCluster } from "./cluster";
import { freePort } from "./free-port";
import { startTemporary } from "./temporary-folder";
import { withClient } from "./with-client";

/** A standby of a cluster, which streams its log. */
export interface Standby extends Cluster {
  /** The process of its server, for signals. */
  postmaster(): number;
}

/** Files that a copy leaves out: they belong to the running server and are no part of its data. */
const EXCLUDED = /^(postmaster\.(pid|opts)|pg_stat_tmp\/.+)$/;

/** Settings that must be at least as large on a standby as on its primary (PostgreSQL, Hot Standby,
 *  Administrator's Overview). */
const AS_MANY = [
  "max_connections",
  "max_worker_processes",
  "max_wal_senders",
  "max_prepared_transactions",
  "max_locks_per_transaction",
];

/** Starts a standby of a running cluster on this machine, from a copy of its files (PostgreSQL, Making a Base
 *  Backup Using the Low Level API). The package of PostgreSQL's programs has no pg_basebackup. It is removed
 *  after `stop()`.
 *  @param primary the superuser's address of the cluster
 *  @param more settings of the standby, such as `recovery_min_apply_delay` */
export function startStandby(primary: string, more: Record<string, string> = {}): Promise<Standby> {
  return startTemporary("atrium-standby-", async (dataDir) => {
    const settings = { ...(await copyFiles(primary, dataDir)), fsync: "off", ...more };
    const { hostname, port: source, username, password } = new URL(primary);
    const secret = decodeURIComponent(password);
    const conninfo = `host=${hostname} port=${source} user=${username} password=${secret}`;
    appendFileSync(join(dataDir, "postgresql.auto.conf"), `primary_conninfo = '${conninfo}'\n`);
    writeFileSync(join(dataDir, "standby.signal"), "");
    changeOwner(dataDir);
    const at = { dataDir, password: secret, port: await freePort() };
    return {
      ...(await startCluster({ ...at, settings })),
      postmaster: () =>
        Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]),
    };
  });
}

/** Copies the files of a cluster while it runs.
 *  @returns the settings that its standby needs */
function copyFiles(primary: string, to: string): Promise<Record<string, string>> {
  return withClient(primary, async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(
      "SELECT name, setting FROM pg_settings WHERE name = ANY ($1) OR name = 'data_directory'",
      [AS_MANY],
    );
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    const { data_directory: from = "", ...needed } = settings;
    await client.query("SELECT pg_backup_start('standby', true)");
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !EXCLUDED.test(relative(from, file)),
    });
    const label = await client.query<{ labelfile: string }>(
      "SELECT labelfile FROM pg_backup_stop(false)",
    );
    writeFileSync(join(to, "backup_label"), label.rows[0]?.labelfile ?? "");
    return needed;
  });
}

/** Changes the owner of the files to the account under which PostgreSQL runs, which accepts no other. */
function changeOwner(dataDir: string): void {
  const { account } = postgresBinaries();
  if (account) execFileSync("chown", ["-R", `${account.uid}:${account.gid}`, dataDir]);
  chmodSync(dataDir, 0o700);
}
