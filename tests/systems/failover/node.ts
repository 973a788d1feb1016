import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type Supervised, startSupervised } from "@/tools/processes/supervised";
import type { Spot } from "./network";
import { isStartedWith, signal, treeOf } from "./processes";
import type { Tools } from "./tools";

/** Passwords of a cluster that lives for minutes. */
export const PASSWORD = "ephemeral";

/** Settings of the whole cluster (Patroni, Dynamic Configuration). Twenty seconds is the shortest TTL of the
 *  leader's key that Patroni accepts. */
const DYNAMIC = {
  ...{ ttl: 20, loop_wait: 1, retry_timeout: 3, primary_start_timeout: 0 },
  ...{ synchronous_mode: true, maximum_lag_on_failover: 1048576 },
  postgresql: {
    ...{ use_pg_rewind: true, use_slots: true },
    parameters: {
      ...{ max_connections: 100, shared_buffers: "64MB", wal_keep_size: "256MB" },
      // Only processes are killed here, never the machine: their written data stays.
      ...{ fsync: "off", wal_log_hints: "on", max_wal_senders: 10 },
    },
  },
};

/** A server of the cluster: PostgreSQL, and Patroni which runs it. */
export class Node {
  readonly name: string;
  #supervised: Supervised | undefined;
  readonly #folder: string;
  readonly #config: string;

  constructor(
    readonly spot: Spot,
    private readonly tools: Tools,
    { name, folder, etcd }: { name: string; folder: string; etcd: string },
  ) {
    this.name = name;
    this.#folder = join(folder, name);
    mkdirSync(this.#folder, { mode: 0o755 });
    if (tools.account) chownSync(this.#folder, tools.account.uid, tools.account.gid);
    this.#config = join(this.#folder, "patroni.json");
    // JSON is YAML.
    writeFileSync(this.#config, JSON.stringify(this.#settings(etcd)));
  }

  /** Starts it, for the first time or again. */
  start(): void {
    const { account, python, packages } = this.tools;
    const as = account
      ? ["setpriv", `--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups"]
      : [];
    const log = openSync(join(this.#folder, "log"), "a");
    this.#supervised = startSupervised(
      [...this.spot.within, ...as, python, "-m", "patroni", this.#config],
      {
        endsBy: "TERM",
        cwd: "/",
        env: { ...process.env, LC_ALL: "C", PYTHONPATH: packages, HOME: this.#folder },
        stdio: ["pipe", log, log],
      },
    );
  }

  /** Returns every process of it, or PostgreSQL's or Patroni's alone. */
  processes(which: "all" | "postgres" | "patroni" = "all"): number[] {
    const postgres = treeOf(...this.#postmaster());
    if (which === "postgres") return postgres;
    const supervisor = this.#supervised?.child.pid;
    const all = supervisor ? treeOf(supervisor) : [];
    if (which === "patroni") return all.filter((pid) => isStartedWith(pid, this.#config));
    return [...new Set([...all, ...postgres])];
  }

  signal(name: NodeJS.Signals, which: "all" | "postgres" | "patroni" = "all"): void {
    signal(this.processes(which), name);
  }

  /** Kills it, and waits until all its processes are gone. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.#supervised?.ended;
  }

  /** The address of its PostgreSQL, for a login. */
  url(login = "postgres", database = "postgres"): string {
    return `postgres://${login}:${PASSWORD}@${this.spot.host}:${this.spot.ports.postgres}/${database}`;
  }

  /** Whether it is the primary; undefined without an answer within a moment. */
  async isPrimary(): Promise<boolean | undefined> {
    const client = new pg.Client({ connectionString: this.url(), connectionTimeoutMillis: 500 });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query("SELECT NOT pg_is_in_recovery() AS yes");
      return rows[0]?.yes;
    } catch {
      return undefined;
    } finally {
      // Closing a connection to a vanished server would wait for its answer.
      (
        client as unknown as { connection: { stream: { destroy(): void } } }
      ).connection.stream.destroy();
    }
  }

  /** Returns the cluster's state by its Patroni; undefined without an answer. */
  async cluster(): Promise<
    { members: { name: string; role: string; state: string }[] } | undefined
  > {
    const { host, ports } = this.spot;
    const options = { signal: AbortSignal.timeout(1_000), headers: { connection: "close" } };
    return fetch(`http://${host}:${ports.patroni}/cluster`, options)
      .then((answer) => answer.json())
      .catch(() => undefined);
  }

  /** Switches over to another server, by name. */
  async switchover(): Promise<void> {
    const { host, ports } = this.spot;
    const answer = await fetch(`http://${host}:${ports.patroni}/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader: this.name }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!answer.ok) throw new Error(`Patroni refused: ${answer.status} ${await answer.text()}`);
  }

  /** The end of its log, for error messages. */
  log(): string {
    return readFileSync(join(this.#folder, "log"), "utf8").slice(-3_000);
  }

  #postmaster(): number[] {
    const file = join(this.#folder, "data/postmaster.pid");
    const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
    return pid > 0 && isStartedWith(pid, join(this.tools.postgres, "postgres")) ? [pid] : [];
  }

  #settings(etcd: string): object {
    const { host, ports } = this.spot;
    const address = `${host}:${ports.postgres}`;
    const account = (username: string) => ({ username, password: PASSWORD });
    return {
      ...{ scope: "atrium", name: this.name, etcd3: { hosts: [etcd] } },
      restapi: {
        listen: `${host}:${ports.patroni}`,
        connect_address: `${host}:${ports.patroni}`,
      },
      bootstrap: {
        dcs: DYNAMIC,
        initdb: [
          ...[{ encoding: "UTF8" }, { "locale-provider": "builtin" }, { locale: "C.UTF-8" }],
          ...["data-checksums", "no-sync"],
        ],
      },
      postgresql: {
        ...{ listen: address, connect_address: address, data_dir: join(this.#folder, "data") },
        ...{ bin_dir: this.tools.postgres, pgpass: join(this.#folder, "pgpass") },
        pg_hba: [
          "host replication replicator 0.0.0.0/0 scram-sha-256",
          "host all all 0.0.0.0/0 scram-sha-256",
        ],
        authentication: {
          ...{ superuser: account("postgres"), replication: account("replicator") },
          rewind: account("rewinder"),
        },
        parameters: { unix_socket_directories: this.#folder },
      },
    };
  }
}
