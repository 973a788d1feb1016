import { Readable } from "node:stream";
import type pg from "pg";
import { JsonRows, type Rows, selectOf, viewOf } from "@/lib/kernel/db/json-rows";
import { inlined, type Sql, sql } from "@/lib/kernel/db/queryable";

/** The members of a connection that are used here; its published type lacks them. */
interface Wire {
  stream: {
    pause(): void;
    resume(): void;
    listeners(event: "data"): ((bytes: Buffer) => void)[];
    on(event: "data", hear: (bytes: Buffer) => void): void;
    off(event: "data", hear: (bytes: Buffer) => void): void;
  };
  query(text: string): void;
}

/** Kinds of messages: a row, and what may come before and between rows (the answer to COPY itself, a notice,
 *  a setting, a notification). */
const ROW = "d".charCodeAt(0);
const PASSED_OVER = new Set([..."HNSA"].map((kind) => kind.charCodeAt(0)));
/** PostgreSQL sends eight kilobytes at a time. Reading each of them at once would wake the process, and the
 *  reader of the list, five times as often: after a piece that is shorter than this the next ones gather for
 *  a moment. */
const SHORT_BYTES = 32 * 1024;
const GATHERING_MS = 1;
/** Bytes of a message's kind and length. */
const HEAD = 5;
/** Bytes before the first row: a signature of eleven bytes, flags and the length of an extension, which is
 *  absent. */
const FILE_HEAD = 19;

/** Rows of a COPY as JSON, with a comma or another separator between two, in pieces that may end anywhere.
 *  The format is PostgreSQL's binary one, which costs it the least: it looks for nothing to quote. */
export class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string;
  readonly #json: JsonRows;
  #wire: Wire | undefined;
  /** node-postgres' own reader of messages. */
  #hear: (bytes: Buffer) => void = () => {};
  /** The part of a message that has arrived so far, and how many bytes are missing. */
  #held: Buffer[] = [];
  #missing = 0;
  #isBegun = false;
  #isWanted = true;
  #isGathering = false;

  /** @param rows with their members, or a statement of one column, never null, that is JSON already
   *  @param between separator of two rows */
  constructor(rows: Rows | Sql, between: "," | "\n" = ",") {
    super({ objectMode: true, highWaterMark: 2 });
    const described = "columns" in rows ? rows : null;
    const select = described ? selectOf(described) : (rows as Sql);
    this.#statement = inlined(sql`COPY (${select}) TO STDOUT (FORMAT binary)`);
    this.#json = new JsonRows(described?.columns ?? null, between, (piece) => {
      this.#isWanted = this.push(piece);
    });
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    [this.#hear = this.#hear] = wire.stream.listeners("data");
    wire.stream.off("data", this.#hear);
    wire.stream.on("data", this.#take);
    wire.query(this.#statement);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.push(null);
  }

  override _read(): void {
    this.#isWanted = true;
    if (!this.#isGathering) this.#wire?.stream.resume();
  }

  readonly #take = (arrived: Buffer): void => {
    this.#missing -= arrived.length;
    if (this.#held.length > 0 && this.#missing > 0) {
      this.#held.push(arrived);
      return;
    }
    const bytes = this.#held.length > 0 ? Buffer.concat([...this.#held, arrived]) : arrived;
    const from = this.#written(bytes);
    if (from === null) return;
    if (!this.#isWanted) this.#wire?.stream.pause();
    const rest = bytes.subarray(from);
    const isOver = rest.length > 0 && !this.#isOfRows(rest[0]);
    this.#held = isOver || rest.length === 0 ? [] : [rest];
    if (isOver) this.#leave(rest);
    else if (arrived.length < SHORT_BYTES) this.#gather();
  };

  /** Writes the complete rows.
   *  @returns the offset of the rest; null when the rows have unexpected columns, after which nothing can be
   *  read */
  #written(bytes: Buffer): number | null {
    try {
      const from = this.#rowsOf(bytes);
      this.#json.flush();
      return from;
    } catch (error) {
      this.destroy(error as Error);
      return null;
    }
  }

  /** Writes the rows of complete messages.
   *  @returns the offset of the first message that is incomplete or no row */
  #rowsOf(bytes: Buffer): number {
    const view = viewOf(bytes);
    let from = 0;
    while (bytes.length - from >= HEAD && this.#isOfRows(bytes[from])) {
      const to = from + 1 + view.getUint32(from + 1);
      this.#missing = to - bytes.length;
      if (this.#missing > 0) return from;
      if (bytes[from] === ROW) this.#row(view, from + HEAD, to);
      from = to;
    }
    this.#missing = HEAD - (bytes.length - from);
    return from;
  }

  #row(view: DataView, at: number, to: number): void {
    const from = this.#isBegun ? at : at + FILE_HEAD;
    this.#isBegun = true;
    // After the last row comes a column count of -1.
    if (view.getInt16(from) >= 0) this.#json.write(view, from, to);
  }

  #isOfRows(kind: number | undefined): boolean {
    return kind === ROW || PASSED_OVER.has(kind ?? 0);
  }

  /** Pauses reading for a moment, and until the reader requests more. */
  #gather(): void {
    this.#isGathering = true;
    this.#wire?.stream.pause();
    setTimeout(() => {
      this.#isGathering = false;
      // Rows that the reader has not requested yet wait for `_read`.
      if (this.readableLength < this.readableHighWaterMark) this.#wire?.stream.resume();
    }, GATHERING_MS);
  }

  /** Hands the rest to node-postgres. */
  #leave(rest: Buffer): void {
    const stream = this.#wire?.stream;
    stream?.off("data", this.#take);
    stream?.on("data", this.#hear);
    this.#wire = undefined;
    stream?.resume();
    this.#hear(rest);
  }
}
