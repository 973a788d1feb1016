import { BatchQuery, type CommandAnswer } from "@/lib/kernel/db/batch-query";
import type { PoolOptions } from "@/lib/kernel/db/connection-options";
import type { Statement } from "@/lib/kernel/db/queryable";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { wireOf } from "@/lib/kernel/db/wire";

/** A pipeline whose oldest message waits longer than this is blocked, by a lock or by a slow disk. */
const HELD_UP_MS = 25;
/** Milliseconds without a new connection after a failure. */
const PAUSE_MS = 1_000;

/** A connection that sends messages without waiting for earlier answers. All messages of one turn of the
 *  event loop leave in one write, and several answers come back in one read: under load that is most of the
 *  cost of a short statement. Messages are answered in order, so that one that waits delays those behind it:
 *  `isOpen` says when another way is better. */
export class Pipeline {
  readonly #options: PoolOptions;
  #client: WatchedConnection | undefined;
  #ready = false;
  #pausedUntil = 0;
  #waiting: BatchQuery[] = [];
  /** Times at which each unanswered message was sent, oldest first. */
  readonly #sentAt: number[] = [];

  /** @param options as for a connection of the pool */
  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Messages that are not answered yet. */
  get load(): number {
    return this.#sentAt.length + this.#waiting.length;
  }

  /** Whether messages flow. Starts to connect when closed. */
  get isOpen(): boolean {
    if (!this.#client) this.#connect();
    const [oldest] = this.#sentAt;
    return this.#ready && (oldest === undefined || performance.now() - oldest < HELD_UP_MS);
  }

  /** Sends a message at the end of this turn of the event loop.
   *  @throws DatabaseError of the first statement that failed */
  async run(statements: readonly Statement[]): Promise<CommandAnswer[]> {
    const message = new BatchQuery(statements, this.#options.beginning ? "none" : "all");
    if (this.#waiting.push(message) === 1) setImmediate(() => this.#flush());
    try {
      return await message.answered;
    } catch (error) {
      if (message.breaksConnection(error)) this.#drop();
      throw error;
    }
  }

  /** Closes the connection once all messages are answered. */
  async end(): Promise<void> {
    this.#pausedUntil = Number.POSITIVE_INFINITY;
    await this.#drop();
  }

  #flush(): void {
    const client = this.#client;
    const messages = this.#waiting;
    this.#waiting = [];
    if (!client || messages.length === 0) return;
    const { stream } = wireOf(client);
    if (this.#sentAt.length === 0) wireOf(client).ref();
    stream.cork();
    for (const message of messages) {
      this.#sentAt.push(performance.now());
      const answered = () => this.#answered(client);
      message.answered.then(answered, answered);
      client.query(message);
    }
    stream.uncork();
  }

  #answered(client: WatchedConnection): void {
    this.#sentAt.shift();
    // An idle pipeline keeps no process alive; one that is ending does, for a caller that awaits it.
    if (this.#sentAt.length === 0 && client === this.#client) wireOf(client).unref();
  }

  #connect(): void {
    if (performance.now() < this.#pausedUntil) return;
    const client = new WatchedConnection({ ...this.#options, pipeline: true });
    this.#client = client;
    const lost = () => {
      if (this.#client === client) void this.#drop();
    };
    client.on("error", lost);
    client.connect().then(() => {
      this.#ready = this.#client === client;
      if (this.#ready) wireOf(client).unref();
    }, lost);
  }

  #drop(): Promise<void> {
    // Waiting messages belong to this connection, and nothing is sent on it afterwards.
    this.#flush();
    const client = this.#client;
    this.#client = undefined;
    this.#ready = false;
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + PAUSE_MS);
    if (!client) return Promise.resolve();
    wireOf(client).ref();
    return client.end().catch(() => {});
  }
}
