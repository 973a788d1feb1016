import pg from "pg";
import { Lane } from "@/lib/db-lane";
import { type RowsOf, roundTrip, type Statement } from "@/lib/db-round-trip";

/** Two, so that a message that waits for a lock holds up half of the others at the most. */
const LANES = 2;

/** The connections of a process: a pool for transactions, and lanes for messages of statements. */
export class Connections extends pg.Pool {
  readonly #lanes: Lane[];
  readonly #others: (() => Promise<void>)[] = [];

  constructor(options: pg.PoolConfig) {
    super(options);
    this.#lanes = Array.from({ length: LANES }, () => new Lane(options));
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
    const lane = this.#lanes
      .filter(({ isOpen }) => isOpen)
      .reduce<Lane | undefined>(
        (least, other) => (least && least.load <= other.load ? least : other),
        undefined,
      );
    return lane ? lane.run(statements) : roundTrip(this, statements);
  }

  /** Has something else end with the connections. */
  alsoEnds(end: () => Promise<void>): void {
    this.#others.push(end);
  }

  override async end(): Promise<void> {
    await Promise.all([
      ...this.#lanes.map((lane) => lane.end()),
      ...this.#others.map((end) => end()),
    ]);
    await super.end();
  }
}
