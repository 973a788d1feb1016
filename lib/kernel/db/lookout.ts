import pg from "pg";
import { wireOf } from "@/lib/kernel/db/wire";

/** What is seen of one server. */
export type Sight =
  /** It takes changes. A promotion begins the next timeline (PostgreSQL, Timelines). */
  | { state: "primary"; timeline: number; cluster: string }
  | { state: "replica" }
  /** It said nothing useful in time; the error says why. */
  | { state: "away"; error: Error };

/** A frozen server takes connections and says nothing. */
const LOOK_MS = 1_000;

/** The timeline is the first eight hexadecimal digits of a file of the log. */
const LOOK = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "onlyReads",
  CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline,
  (SELECT system_identifier::text FROM pg_control_system()) AS cluster`;

interface Seen {
  onlyReads: boolean;
  timeline: string | null;
  cluster: string;
}

/** Looks at one of several servers, on a connection that it keeps: while servers fail, nobody wants to make one first. */
export class Lookout {
  /** As it was named, such as `db2.example:5432`. */
  readonly name: string;
  readonly #url: string;
  #client: pg.Client | undefined;
  #looking: Promise<Sight> | undefined;

  constructor(server: { host: string; url: string }) {
    this.name = server.host;
    this.#url = server.url;
  }

  /** Where a connection to this server leads. */
  get place(): { host: string; port: number } {
    const { host, port } = new pg.Client({ connectionString: this.#url });
    return { host, port };
  }

  /** Looks once, for a second at the most. Those who ask meanwhile see the same. */
  look(): Promise<Sight> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Lets go of its connection; the next look makes another. */
  rest(): void {
    if (this.#client) wireOf(this.#client).stream.destroy();
    this.#client = undefined;
  }

  async #look(): Promise<Sight> {
    const client = this.#client ?? this.#made();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error(`Connection terminated: nothing was said for ${LOOK_MS} ms`)),
      LOOK_MS,
    );
    try {
      // It keeps no process alive while nobody waits for what it sees.
      wireOf(client).ref();
      const { rows } = await Promise.race([this.#ask(client), late.promise]);
      wireOf(client).unref();
      return sightOf(rows[0]);
    } catch (error) {
      if (this.#client === client) this.rest();
      return { state: "away", error: error as Error };
    } finally {
      clearTimeout(timer);
    }
  }

  #made(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      options: "-c application_name=atrium-lookout",
      connectionTimeoutMillis: LOOK_MS,
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

  async #ask(client: pg.Client): Promise<pg.QueryResult<Seen>> {
    await connecting.get(client);
    return client.query<Seen>(LOOK);
  }
}

const connecting = new WeakMap<pg.Client, Promise<unknown>>();

function sightOf(seen: Seen | undefined): Sight {
  if (!seen) return { state: "away", error: new Error("PostgreSQL does not know what it is") };
  if (seen.onlyReads || !seen.timeline) return { state: "replica" };
  return { state: "primary", timeline: Number.parseInt(seen.timeline, 16), cluster: seen.cluster };
}
