import pg from "pg";
import { wireOf } from "@/lib/kernel/db/wire";

/** State of a server. */
export type ServerState =
  /** It accepts writes. A promotion starts the next timeline (PostgreSQL, Timelines). */
  | { state: "primary"; timeline: number; cluster: string }
  | { state: "replica" }
  /** It sent no useful answer in time; the error says why. */
  | { state: "away"; error: Error };

/** A frozen server accepts connections and sends nothing. */
const PROBE_TIMEOUT_MS = 1_000;

/** The timeline is the first eight hexadecimal digits of a WAL file's name. */
const PROBE_STATEMENT = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "onlyReads",
  CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline,
  (SELECT system_identifier::text FROM pg_control_system()) AS cluster`;

interface ProbeRow {
  onlyReads: boolean;
  timeline: string | null;
  cluster: string;
}

/** Probes one of several servers, on an open connection, so that no connection has to be made while servers
 *  fail. */
export class ServerProbe {
  /** Name from the address, such as `db2.example:5432`. */
  readonly name: string;
  readonly #url: string;
  #client: pg.Client | undefined;
  #probing: Promise<ServerState> | undefined;

  constructor(server: { host: string; url: string }) {
    this.name = server.host;
    this.#url = server.url;
  }

  /** Host and port of this server. */
  get place(): { host: string; port: number } {
    const { host, port } = new pg.Client({ connectionString: this.#url });
    return { host, port };
  }

  /** Probes once, for at most a second. Calls in the meantime share the result. */
  probe(): Promise<ServerState> {
    this.#probing ??= this.#look().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  /** Closes its connection; the next probe opens another. */
  disconnect(): void {
    if (this.#client) wireOf(this.#client).stream.destroy();
    this.#client = undefined;
  }

  async #look(): Promise<ServerState> {
    const client = this.#client ?? this.#made();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () =>
        late.reject(
          new Error(`Connection terminated: nothing was said for ${PROBE_TIMEOUT_MS} ms`),
        ),
      PROBE_TIMEOUT_MS,
    );
    try {
      // It keeps the process alive only while a caller waits for the result.
      wireOf(client).ref();
      const { rows } = await Promise.race([this.#ask(client), late.promise]);
      wireOf(client).unref();
      return stateOf(rows[0]);
    } catch (error) {
      if (this.#client === client) this.disconnect();
      return { state: "away", error: error as Error };
    } finally {
      clearTimeout(timer);
    }
  }

  #made(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      options: "-c application_name=atrium-lookout",
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      keepAlive: true,
    });
    const lost = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on("error", lost);
    client.on("end", lost);
    this.#client = client;
    connecting.set(client, client.connect());
    return client;
  }

  async #ask(client: pg.Client): Promise<pg.QueryResult<ProbeRow>> {
    await connecting.get(client);
    return client.query<ProbeRow>(PROBE_STATEMENT);
  }
}

const connecting = new WeakMap<pg.Client, Promise<unknown>>();

function stateOf(seen: ProbeRow | undefined): ServerState {
  if (!seen) return { state: "away", error: new Error("PostgreSQL does not know what it is") };
  if (seen.onlyReads || !seen.timeline) return { state: "replica" };
  return { state: "primary", timeline: Number.parseInt(seen.timeline, 16), cluster: seen.cluster };
}
