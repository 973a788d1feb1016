import { Readable } from "node:stream";
import type pg from "pg";
import { inlined, type Sql, sql } from "@/lib/db/queryable";

/** What of a connection is used here; its published type leaves it out. */
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

/** Kinds of messages: a row, and what may come before and between rows (the answer to COPY itself, a notice, a setting, a
 *  notification). */
const ROW = "d".charCodeAt(0);
const PASSED_OVER = new Set([..."HNSA"].map((kind) => kind.charCodeAt(0)));
/** PostgreSQL sends eight kilobytes at a time. A reader who takes each of them at once is woken five times as often, and
 *  so is whoever reads the list: after a piece that is shorter than this the next ones gather for a moment. */
const SHORT_BYTES = 32 * 1024;
const GATHERING_MS = 1;
/** A message's kind and length. */
const HEAD = 5;
/** Before the first row: a signature of eleven bytes, flags and the length of an extension, which there is none. */
const FILE_HEAD = 19;
/** How many columns a row has, which is one, and how long that is. */
const ROW_HEAD = 6;

/** The rows of a COPY of one column as they are, with a comma or what else is told between two, in pieces that may end anywhere. The format is
 *  PostgreSQL's binary one, which a text goes through unchanged. The bytes stay in the buffer that the socket filled: the
 *  framing between the rows is closed up in place, so that no row has an object of its own. */
export class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string;
  readonly #between: number;
  #wire: Wire | undefined;
  /** How node-postgres reads messages. */
  #hear: (bytes: Buffer) => void = () => {};
  /** The beginning of a message whose head has not arrived whole. */
  #held: Buffer | null = null;
  /** Bytes of the message under way that are still to come, and whether they are a row's. */
  #left = 0;
  #isRow = false;
  #rows = 0;
  #isGathering = false;

  /** @param select a statement of one column, never null, whose binary form is its text
   *  @param between what stands between two rows */
  constructor(select: Sql, between: "," | "\n" = ",") {
    super();
    this.#statement = inlined(sql`COPY (${select}) TO STDOUT (FORMAT binary)`);
    this.#between = between.charCodeAt(0);
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
    if (!this.#isGathering) this.#wire?.stream.resume();
  }

  readonly #take = (arrived: Buffer): void => {
    const bytes = this.#held ? Buffer.concat([this.#held, arrived]) : arrived;
    this.#held = null;
    let [from, to] = [0, 0];
    let rest: Buffer | null = null;
    for (;;) {
      const here = Math.min(this.#left, bytes.length - from);
      if (this.#isRow) {
        if (from !== to) bytes.copyWithin(to, from, from + here);
        to += here;
      }
      from += here;
      this.#left -= here;
      if (from === bytes.length) break;
      const head = this.#headAt(bytes, from);
      if (head === 0) {
        this.#held = bytes.subarray(from);
        break;
      }
      if (head < 0) {
        rest = bytes.subarray(from);
        break;
      }
      if (this.#isRow && this.#rows++ > 0) bytes[to++] = this.#between;
      from += head;
    }
    if (to > 0 && !this.push(bytes.subarray(0, to))) this.#wire?.stream.pause();
    if (rest) this.#leave(rest);
    else if (arrived.length < SHORT_BYTES) this.#gather();
  };

  /** Looks at the head of the next message, and notes what follows it.
   *  @returns how long it is; 0 when more of it is to come; below 0 at the end of the rows */
  #headAt(bytes: Buffer, from: number): number {
    if (bytes.length - from < HEAD) return 0;
    const kind = bytes[from];
    const length = bytes.readUInt32BE(from + 1) - 4;
    if (kind !== ROW && !PASSED_OVER.has(kind ?? 0)) return -1;
    const fileHead = kind === ROW && this.#rows === 0 ? FILE_HEAD : 0;
    const head = kind === ROW ? fileHead + ROW_HEAD : 0;
    // Shorter than that is what comes after the last row, alone or behind the head of a file without rows.
    this.#isRow = head > 0 && length >= head;
    if (this.#isRow && bytes.length - from < HEAD + head) return 0;
    this.#left = this.#isRow ? length - head : length;
    return this.#isRow ? HEAD + head : HEAD;
  }

  /** Takes nothing for a moment, and until more is wanted. */
  #gather(): void {
    this.#isGathering = true;
    this.#wire?.stream.pause();
    setTimeout(() => {
      this.#isGathering = false;
      // What nobody wants yet waits for `_read`.
      if (this.readableLength < this.readableHighWaterMark) this.#wire?.stream.resume();
    }, GATHERING_MS);
  }

  /** Lets node-postgres read on. */
  #leave(rest: Buffer): void {
    const stream = this.#wire?.stream;
    stream?.off("data", this.#take);
    stream?.on("data", this.#hear);
    this.#wire = undefined;
    stream?.resume();
    this.#hear(rest);
  }
}
