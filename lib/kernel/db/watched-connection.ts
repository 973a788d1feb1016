import { inspect } from "node:util";
import pg from "pg";
import { DatabaseClient } from "@/lib/kernel/db/database-client";
import { wireOf } from "@/lib/kernel/db/wire";
import { singleton } from "@/lib/kernel/process/singleton";

/** A connection is looked at so often before it counts as silent: an event loop that was blocked looks once, and
 *  then hears what came meanwhile. */
const LOOKS = 4;
const SILENCE_MS = 6_000;
/** How long a farewell may take. */
const FAREWELL_MS = 1_000;

/** read_only_sql_transaction: a change was asked of a server that takes none. */
const READ_ONLY = "25006";

/** How a connection is made. */
export interface ClientOptions extends pg.ClientConfig {
  /** A connection that owes an answer and says nothing for so long is given up; in milliseconds. */
  silenceMs?: number;
  /** Whether it leads to a replica, whose silence says nothing of the primary. */
  isReplica?: boolean;
}

/** Why a connection was given up. */
class DatabaseSilent extends Error {
  constructor(ms: number) {
    super(`Connection terminated: PostgreSQL said nothing for ${ms} ms`);
    this.name = "DatabaseSilent";
  }
}

const open = singleton("database-clients", () => new Set<WatchedConnection>());

/** A connection that ends by itself when its server has vanished. TCP alone notices after a quarter of an hour that
 *  nobody is there any more, and an answer that never comes would be waited for all that time. Every connection of
 *  ours is one of these. */
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
  /** When it last had said all that it was asked for. */
  #quietSince = performance.now();

  constructor(options: ClientOptions = {}) {
    super(options);
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
    this.isReplica = options.isReplica ?? false;
    // Node ends a process for an "error" that nobody hears, and a pool hears only of connections that nobody uses.
    // Whoever uses one is told by the statement that fails.
    this.on("error", () => {});
    this.on("drain", () => this.#answered());
    this.once("connect", () => this.#connected());
    this.once("end", () => {
      this.#answered();
      this.#ended = true;
      open.delete(this);
    });
  }

  /** What a log shows: an error takes its connection along, which holds the key that cancels its queries. */
  toJSON(): string {
    return "[a connection to PostgreSQL]";
  }

  [inspect.custom](): string {
    return this.toJSON();
  }

  /** Notes that an answer is owed from now on. */
  asked(): void {
    if (this.#owesAnswer || this.#ended) return;
    this.#owesAnswer = true;
    this.#silentLooks = 0;
    this.#bytesRead = wireOf(this).stream.bytesRead;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#look(), this.#silenceMs / LOOKS).unref();
  }

  /** Ends the connection: what is under way is still answered, unless the server has vanished. */
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const farewell = () => {
      const timer = setTimeout(() => wireOf(this).stream.destroy(), FAREWELL_MS).unref();
      this.once("end", () => clearTimeout(timer));
    };
    // Until then the watch over the answer holds.
    if (this.#owesAnswer) this.once("drain", farewell);
    else if (!this.#ended) farewell();
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /** Gives up a connection that nobody has used since then. */
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
    // A server that was degraded keeps its connections. The next one leads to wherever its name leads by now.
    if (!this.#onlyReads || this.getTransactionStatus() !== "I") return;
    this.doubtServer();
    wireOf(this).stream.destroy(new Error("Connection terminated: the server only reads"));
  }

  #look(): void {
    if (!this.#owesAnswer) return;
    const { stream } = wireOf(this);
    // What has arrived and was not read yet waits for its reader, not for PostgreSQL.
    const silent = stream.bytesRead === this.#bytesRead && stream.readableLength === 0;
    this.#bytesRead = stream.bytesRead;
    this.#silentLooks = silent ? this.#silentLooks + 1 : 0;
    if (this.#silentLooks >= LOOKS) this.#giveUp();
    else this.#timer?.refresh();
  }

  #giveUp(): void {
    const reason = new DatabaseSilent(this.#silenceMs);
    const began = performance.now() - this.#silenceMs;
    this.doubtServer();
    wireOf(this).stream.destroy(reason);
    dropQuietConnections(reason, { quietSince: began, isReplica: this.isReplica });
  }
}

/** Gives up every connection of this process that nobody uses: where one leads nowhere others do as well, and each
 *  would be found out by a request that waits for it.
 *  @param quietSince spares those that were used since; in the time of `performance.now()`
 *  @param isReplica whose connections: the replica's, or the primary's */
export function dropQuietConnections(
  reason: Error,
  { quietSince = performance.now(), isReplica = false } = {},
): void {
  for (const client of open)
    if (client.isReplica === isReplica) client.dropIfQuietSince(quietSince, reason);
}

// Its published type has six forms, and all of them begin to wait for an answer.
Reflect.set(
  WatchedConnection.prototype,
  "query",
  function (this: WatchedConnection, ...args: unknown[]) {
    this.asked();
    return Reflect.apply(pg.Client.prototype.query, this, args);
  },
);
