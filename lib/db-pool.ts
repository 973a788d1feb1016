import { inspect } from "node:util";
import pg from "pg";
import { type ClientOptions, WatchedClient } from "@/lib/db-client";
import { Lane } from "@/lib/db-lane";
import { type RowsOf, roundTrip, type Statement } from "@/lib/db-round-trip";
import { logger } from "@/lib/logger";

/** Two of a kind, so that a message that is held up holds up half of the others at the most. */
const LANES = 2;
/** What writes, or locks rows, ends by waiting for the disk. */
const WRITES = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|FOR\s+(?:KEY\s+)?SHARE)\b/i;

/** How a pool's connections are made, and how many there may be. */
export type PoolOptions = pg.PoolConfig & ClientOptions;

/** The connections of a process: a pool for transactions, and lanes for messages of statements. Those that only read
 *  have lanes of their own, in which they wait for nobody's commit. */
export class Connections extends pg.Pool {
  readonly #lanes: { reads: Lane[]; writes: Lane[] };
  readonly #writing = new Map<string, boolean>();
  readonly #others: (() => Promise<void>)[] = [];

  constructor(options: PoolOptions) {
    super({ ...options, Client: WatchedClient });
    // It is replaced when the next one is asked for.
    this.on("error", (error) => logger.warn({ err: error }, "an unused connection was lost"));
    const lanes = () => Array.from({ length: LANES }, () => new Lane(options));
    this.#lanes = { reads: lanes(), writes: lanes() };
  }

  /** Runs statements in one round trip and one transaction, on the lane with the least to do or, while no lane
   *  flows, on a connection of the pool.
   *  @param alone on a connection of the pool in any case: a statement that waits for somebody's lock would hold
   *  up those behind it in its lane
   *  @returns the rows of each statement
   *  @throws DatabaseError of the first statement that failed */
  async send<const S extends readonly Statement[]>(
    statements: S,
    alone = false,
  ): Promise<RowsOf<S>> {
    const rows = await (alone ? roundTrip(this, statements) : this.#inLane(statements));
    // Each list was read from the answers to the statement in its place.
    return rows as RowsOf<S>;
  }

  #inLane(statements: readonly Statement[]): Promise<object[][]> {
    const lane = this.#lanes[statements.some((one) => this.#writes(one)) ? "writes" : "reads"]
      .filter(({ isOpen }) => isOpen)
      .reduce<Lane | undefined>(
        (least, other) => (least && least.load <= other.load ? least : other),
        undefined,
      );
    return lane ? lane.run(statements) : roundTrip(this, statements);
  }

  #writes({ name, sql }: Statement): boolean {
    const known = this.#writing.get(name);
    if (known !== undefined) return known;
    const writes = WRITES.test(sql.text);
    this.#writing.set(name, writes);
    return writes;
  }

  /** What a log shows: its options hold the address with the password. */
  toJSON(): string {
    return "[the connections to PostgreSQL]";
  }

  [inspect.custom](): string {
    return this.toJSON();
  }

  /** Has something else end with the connections. */
  alsoEnds(end: () => Promise<void>): void {
    this.#others.push(end);
  }

  override async end(): Promise<void> {
    await Promise.all([
      ...Object.values(this.#lanes)
        .flat()
        .map((lane) => lane.end()),
      ...this.#others.map((end) => end()),
    ]);
    await super.end();
  }
}
