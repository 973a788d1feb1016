import { inspect } from "node:util";
import pg from "pg";
import { DatabaseClient } from "@/lib/kernel/db/database-client";
import { wireOf } from "@/lib/kernel/db/wire";
import { singleton } from "@/lib/kernel/process/singleton";

/** Number of checks before a connection counts as silent: after a blocked event loop the first check sees
 *  nothing, and the next one sees what arrived meanwhile. */
const CHECKS = 4;
const SILENCE_MS = 6_000;
/** Timeout of closing a connection. */
const CLOSE_TIMEOUT_MS = 1_000;

/** read_only_sql_transaction: a write was sent to a server that accepts none. */
const READ_ONLY = "25006";

/** Options of a connection. */
export interface ClientOptions extends pg.ClientConfig {
  /** A connection that owes an answer and sends nothing for this long is closed; in milliseconds. */
  silenceMs?: number;
  /** Whether it leads to a replica, whose silence does not concern the primary. */
  isReplica?: boolean;
}

/** Error of statements whose connection was closed for silence. */
class DatabaseSilent extends Error {
  constructor(ms: number) {
    super(`Connection terminated: PostgreSQL said nothing for ${ms} ms`);
    this.name = "DatabaseSilent";
  }
}

const open = singleton("database-clients", () => new Set<WatchedConnection>());

/** A connection that ends by itself when its server has vanished. TCP alone notices that after a quarter of
 *  an hour, and an answer that never comes would be waited for all that time. Every connection of ours is one
 *  of these. */
export class WatchedConnection extends DatabaseClient {
  readonly #silenceMs: number;
  /** Whether it leads to a replica. */
  readonly isReplica: boolean;
  #timer: NodeJS.Timeout | undefined;
  #owesAnswer = false;
  #ended = false;
  #onlyReads = false;
  #bytesRead = 0;
  #silentLooks = 0;
  /** Time at which the last owed answer was complete. */
  #quietSince = performance.now();

  constructor(options: ClientOptions = {}) {
    super(options);
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
    this.isReplica = options.isReplica ?? false;
    // Node ends a process for an unhandled "error" event, and a pool handles only those of idle connections.
    // Otherwise the failing statement reports the error.
    this.on("error", () => {});
    this.on("drain", () => this.#answered());
    this.once("connect", () => this.#connected());
    this.once("end", () => {
      this.#answered();
      this.#ended = true;
      open.delete(this);
    });
  }

  /** Hides the connection in logs: an error carries its connection, which holds the key that cancels its
   *  queries. */
  toJSON(): string {
    return "[a connection to PostgreSQL]";
  }

  [inspect.custom](): string {
    return this.toJSON();
  }

  /** Notes that an answer is owed from now on. */
  expectAnswer(): void {
    if (this.#owesAnswer || this.#ended) return;
    this.#owesAnswer = true;
    this.#silentLooks = 0;
    this.#bytesRead = wireOf(this).stream.bytesRead;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#check(), this.#silenceMs / CHECKS).unref();
  }

  /** Ends the connection: statements under way are still answered, unless the server has vanished. */
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const farewell = () => {
      const timer = setTimeout(() => wireOf(this).stream.destroy(), CLOSE_TIMEOUT_MS).unref();
      this.once("end", () => clearTimeout(timer));
    };
    // Until then the silence check continues.
    if (this.#owesAnswer) this.once("drain", farewell);
    else if (!this.#ended) farewell();
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /** Closes a connection that was idle since then. */
  dropIfQuietSince(moment: number, reason: Error): void {
    if (!this.#owesAnswer && this.#quietSince < moment) wireOf(this).stream.destroy(reason);
  }

  #connected(): void {
    open.add(this);
    wireOf(this).on("errorMessage", ({ code }) => {
      this.#onlyReads ||= code === READ_ONLY;
    });
  }

  #answered(): void {
    this.#owesAnswer = false;
    this.#quietSince = performance.now();
    // A demoted server keeps its connections. The next connection goes to the current primary.
    if (!this.#onlyReads || this.getTransactionStatus() !== "I") return;
    this.doubtServer();
    wireOf(this).stream.destroy(new Error("Connection terminated: the server only reads"));
  }

  #check(): void {
    if (!this.#owesAnswer) return;
    const { stream } = wireOf(this);
    // Unread bytes that have arrived wait for their reader, not for PostgreSQL.
    const silent = stream.bytesRead === this.#bytesRead && stream.readableLength === 0;
    this.#bytesRead = stream.bytesRead;
    this.#silentLooks = silent ? this.#silentLooks + 1 : 0;
    if (this.#silentLooks >= CHECKS) this.#abandon();
    else this.#timer?.refresh();
  }

  #abandon(): void {
    const reason = new DatabaseSilent(this.#silenceMs);
    const began = performance.now() - this.#silenceMs;
    this.doubtServer();
    wireOf(this).stream.destroy(reason);
    dropQuietConnections(reason, { quietSince: began, isReplica: this.isReplica });
  }
}

/** Closes every idle connection of this process: where one has lost its server others have as well, and each
 *  would be found out by a request that waits for it.
 *  @param quietSince spares those that were used since; in the time of `performance.now()`
 *  @param isReplica whether to close the replica's connections, or the primary's */
export function dropQuietConnections(
  reason: Error,
  { quietSince = performance.now(), isReplica = false } = {},
): void {
  for (const client of open)
    if (client.isReplica === isReplica) client.dropIfQuietSince(quietSince, reason);
}

// Its published type has six forms, and an answer is owed after each of them.
Reflect.set(
  WatchedConnection.prototype,
  "query",
  function (this: WatchedConnection, ...args: unknown[]) {
    this.expectAnswer();
    return Reflect.apply(pg.Client.prototype.query, this, args);
  },
);
