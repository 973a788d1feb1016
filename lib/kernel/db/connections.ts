import { inspect } from "node:util";
import pg from "pg";
import { BatchQuery, type CommandAnswer } from "@/lib/kernel/db/batch-query";
import { PIPELINES_EACH } from "@/lib/kernel/db/connection-counts";
import { connectionOptions, type PoolOptions } from "@/lib/kernel/db/connection-options";
import { inMessageSpan } from "@/lib/kernel/db/message-span";
import { Pipeline } from "@/lib/kernel/db/pipeline";
import type { Statement, StatementKind } from "@/lib/kernel/db/queryable";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { logger } from "@/lib/kernel/process/logger";
import { singleton } from "@/lib/kernel/process/singleton";

// A single message finds its rows by their keys, for all values. By default PostgreSQL guesses ten rows for a
// list of ids, and counts every partition of a table where the statement will open one: to save these it
// plans anew each time, which costs more than the statement. A transaction, whose statements are not
// prepared, requests custom plans itself.
const GENERIC_PLANS = "-c plan_cache_mode=force_generic_plan";

/** The connections of a process: a pool for transactions, and pipelines for single messages. Messages that
 *  only read have pipelines of their own, in which they wait for no commit. */
export class Connections extends pg.Pool {
  readonly #pipelines: { read: Pipeline[]; write: Pipeline[] };
  readonly #others: (() => Promise<void>)[] = [];
  /** Statement that begins each transaction; undefined where the connection already has these settings. */
  readonly beginning: Statement | undefined;

  constructor(options: PoolOptions) {
    // Behind a pooler nothing is prepared, so that there is no plan to cache.
    const { beginning } = options;
    const generic = `${options.options ?? ""} ${GENERIC_PLANS}`.trim();
    const prepared = beginning ? options : { ...options, options: generic };
    super({ ...prepared, Client: WatchedConnection });
    this.beginning = beginning;
    // The pool replaces it on the next request.
    this.on("error", (error) => logger.warn({ err: error }, "an unused connection was lost"));
    const pipelines = () => Array.from({ length: PIPELINES_EACH }, () => new Pipeline(prepared));
    this.#pipelines = { read: pipelines(), write: pipelines() };
  }

  /** Sends statements in one message, which is one transaction, on the least busy pipeline. A message that
   *  may wait for a row's lock uses a connection of the pool, because it would delay those behind it in a
   *  pipeline; so does every message while no pipeline is open.
   *  @throws DatabaseError of the first statement that failed */
  async send(statements: readonly Statement[]): Promise<CommandAnswer[]> {
    const kind = kindOf(statements);
    const pipeline = kind === "lock" ? undefined : leastLoaded(this.#pipelines[kind]);
    const message = this.beginning ? [this.beginning, ...statements] : statements;
    return inMessageSpan(statements, async () => {
      const answers = await (pipeline ? pipeline.run(message) : this.#alone(message));
      return this.beginning ? answers.slice(1) : answers;
    });
  }

  /** Messages in the pipelines that are not answered yet. */
  get messagesUnderWay(): number {
    const all = Object.values(this.#pipelines).flat();
    return all.reduce((sum, { load }) => sum + load, 0);
  }

  async #alone(statements: readonly Statement[]): Promise<CommandAnswer[]> {
    const message = new BatchQuery(statements, this.beginning ? "none" : "all");
    const client = await this.connect();
    try {
      client.query(message);
      const answers = await message.answered;
      client.release();
      return answers;
    } catch (error) {
      client.release(message.breaksConnection(error));
      throw error;
    }
  }

  /** Hides the options in logs: they hold the address with the password. */
  toJSON(): string {
    return "[the connections to PostgreSQL]";
  }

  [inspect.custom](): string {
    return this.toJSON();
  }

  /** Registers a function that ends something else together with the connections. */
  alsoEnds(end: () => Promise<void>): void {
    this.#others.push(end);
  }

  override async end(): Promise<void> {
    await Promise.all([
      ...Object.values(this.#pipelines)
        .flat()
        .map((pipeline) => pipeline.end()),
      ...this.#others.map((end) => end()),
    ]);
    await super.end();
  }
}

/** Returns the kind of a message: the most demanding of its statements' kinds. */
function kindOf(statements: readonly Statement[]): StatementKind {
  if (statements.some(({ kind }) => kind === "lock")) return "lock";
  return statements.some(({ kind }) => kind === "write") ? "write" : "read";
}

function leastLoaded(pipelines: readonly Pipeline[]): Pipeline | undefined {
  return pipelines
    .filter(({ isOpen }) => isOpen)
    .reduce<Pipeline | undefined>(
      (least, other) => (least && least.load <= other.load ? least : other),
      undefined,
    );
}

/** Connections of this process, all with the application's role, which row-level security binds. */
export const connections = singleton("connections", () => new Connections(connectionOptions()));
