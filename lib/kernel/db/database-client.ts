import pg from "pg";
import { readDatabaseUrl } from "@/lib/kernel/config/database-url";
import type { ServerProbe } from "@/lib/kernel/db/lookout";
import {
  type PrimaryConnection,
  type PrimaryFinder,
  primaryFinder,
} from "@/lib/kernel/db/primary-finder";
import { wireOf } from "@/lib/kernel/db/wire";

const CONNECT_MS = 10_000;
/** The share of the time for a connection in which the primary is searched. */
const LOOKING = 0.8;

type Done = (error: Error | undefined) => void;

/** A read-only server was reached where one that accepts writes is required. */
class OnlyReads extends Error {
  /** read_only_sql_transaction */
  readonly code = "25006";
  readonly severity = "FATAL";

  constructor(server: string) {
    super(`${server} only reads`);
    this.name = "OnlyReads";
  }
}

/** A client of PostgreSQL for addresses with several servers: it connects to the one that accepts writes. */
export class DatabaseClient extends pg.Client implements PrimaryConnection {
  readonly #finder: PrimaryFinder | undefined;
  readonly #connectMs: number;
  #server: ServerProbe | undefined;
  #onlyReads = false;
  #isOver = false;

  constructor(options: pg.ClientConfig = {}) {
    const { address, finder } = addressOf(options.connectionString);
    super(address === undefined ? options : { ...options, connectionString: address });
    this.#finder = finder;
    this.#connectMs = options.connectionTimeoutMillis ?? CONNECT_MS;
    if (!finder) return;
    this.once("end", () => this.#left());
    // PostgreSQL reports it with every connection, and when it changes (PostgreSQL, Asynchronous Operations).
    wireOf(this).on("parameterStatus", ({ parameterName, parameterValue }) => {
      if (parameterName === "in_hot_standby") this.#onlyReads = parameterValue === "on";
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    if (!this.#finder)
      // The published type of a client that is connected is void.
      return (callback ? super.connect(callback) : super.connect()) as unknown as Promise<this>;
    const connected = this.#connectTo(this.#finder);
    if (!callback) return connected;
    connected.then(() => (callback as Done)(undefined), callback);
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    this.#isOver = true;
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /** Ends it at once: its server is no longer the primary. */
  leave(reason: Error): void {
    wireOf(this).stream.destroy(reason);
  }

  /** Notes that its server may not be the primary, so that the next connection checks first. */
  doubtServer(): void {
    if (this.#server) this.#finder?.doubt(this.#server);
  }

  async #connectTo(finder: PrimaryFinder): Promise<this> {
    const server = await finder.find(LOOKING * this.#connectMs);
    if (this.#isOver || wireOf(this).stream.destroyed)
      throw new Error("Connection terminated before it was made");
    Object.assign(this, server.place);
    this.#server = server;
    finder.joined(this, server);
    try {
      await super.connect();
      if (this.#onlyReads) throw new OnlyReads(server.name);
      return this;
    } catch (error) {
      finder.doubt(server);
      this.#left();
      wireOf(this).stream.destroy();
      throw error;
    }
  }

  #left(): void {
    // An unexpected end may mean that its server is lost.
    if (!this.#isOver) this.doubtServer();
    this.#finder?.left(this);
  }
}

/** Returns the address for node-postgres, and the finder of the primary; the address of a single server is
 *  not changed. */
function addressOf(connectionString: string | undefined): {
  address?: string;
  finder?: PrimaryFinder;
} {
  if (!connectionString?.includes(",") && !connectionString?.includes("target_session_attrs"))
    return {};
  const url = readDatabaseUrl(connectionString);
  const [first] = url.servers;
  if (!url.needsPrimary || !first) return {};
  return { address: first.url, finder: primaryFinder(url) };
}
