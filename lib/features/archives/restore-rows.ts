import { malformed, readMark } from "@/lib/features/archives/archive-lines";
import { type CarriedTable, carriedTables } from "@/lib/features/archives/carried-tables";
import { restoreTableRows } from "@/lib/features/archives/restored-tenant-store";
import { resealedRow } from "@/lib/features/archives/sealed-rows";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Rows of one statement, and the number of bytes after which a batch is sent with fewer. */
const [BATCH_ROWS, BATCH_BYTES] = [1000, 1024 * 1024];
/** First byte of a row. No other line begins with it. */
const ROW = "{".charCodeAt(0);

interface Expected {
  /** Number of rows of each table, from the head of the archive. */
  expected: Readonly<Record<string, number>>;
  onRows: (written: number, all: number) => void;
}

/** Adds the rows after an archive's head in batches, up to the line that marks the end.
 *  @throws ServiceError `malformed` if a table or a row is missing, extra or out of order */
export async function restoreRows(
  db: Queryable,
  lines: AsyncIterable<Buffer>,
  expectation: Expected,
): Promise<void> {
  const tables = new ArrivingTables(db, expectation);
  for await (const line of lines) {
    if (line[0] === ROW) await tables.addRow(line);
    else await tables.turnTo(readMark(`${line}`)?.table ?? null);
  }
  if (!tables.haveEnded) throw malformed("it ends before its last table");
}

/** Receives the tables of an archive in their order. */
class ArrivingTables {
  readonly #db: Queryable;
  readonly #expectation: Expected;
  readonly #all: number;
  readonly #turns = [...carriedTables];
  /** The current table, the number of its rows already sent, and the rows of the next batch. */
  #table: CarriedTable | null = null;
  #sent = 0;
  #waiting: string[] = [];
  #bytes = 0;
  /** Number of rows of the tables before it. */
  #written = 0;
  #ended = false;

  constructor(db: Queryable, expectation: Expected) {
    this.#db = db;
    this.#expectation = expectation;
    this.#all = Object.values(expectation.expected).reduce((sum, rows) => sum + rows, 0);
  }

  get haveEnded(): boolean {
    return this.#ended;
  }

  async addRow(row: Buffer): Promise<void> {
    if (!this.#table) throw malformed("a row belongs to no table");
    const { sealed } = this.#table;
    this.#waiting.push(sealed ? resealedRow(`${row}`, sealed) : `${row}`);
    this.#bytes += row.byteLength;
    if (this.#waiting.length >= BATCH_ROWS || this.#bytes >= BATCH_BYTES) await this.#send();
  }

  /** Finishes the current table and moves on to the next.
   *  @param name the table that begins; null at the end of the archive */
  async turnTo(name: string | null): Promise<void> {
    if (this.#ended) throw malformed("something follows its end");
    await this.#finish();
    const next = this.#turns.shift() ?? null;
    if ((next?.table ?? null) !== name)
      throw malformed(`${next?.table ?? "its end"} should come where ${name ?? "its end"} does`);
    this.#table = next;
    this.#ended = next === null;
  }

  async #finish(): Promise<void> {
    if (!this.#table) return;
    await this.#send();
    const { table } = this.#table;
    const expectedRows = this.#expectation.expected[table] ?? 0;
    if (this.#sent !== expectedRows)
      throw malformed(`${table} has ${this.#sent} rows in place of ${expectedRows}`);
    this.#written += this.#sent;
    this.#sent = 0;
  }

  async #send(): Promise<void> {
    if (!this.#table || this.#waiting.length === 0) return;
    const rows = `[${this.#waiting.join(",")}]`;
    this.#waiting = [];
    this.#bytes = 0;
    this.#sent += await restoreTableRows(this.#db, this.#table.table, rows);
    this.#expectation.onRows(this.#written + this.#sent, this.#all);
  }
}
