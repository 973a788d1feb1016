import { malformed, readMark } from "@/lib/features/archives/archive-lines";
import { type CarriedTable, carriedTables } from "@/lib/features/archives/carried-tables";
import { restoreTableRows } from "@/lib/features/archives/restored-tenant-store";
import { resealedRow } from "@/lib/features/archives/sealed-rows";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Rows of one statement, and the bytes after which it is sent with fewer. */
const [BATCH_ROWS, BATCH_BYTES] = [1000, 1024 * 1024];
/** What a row begins with, and nothing else does. */
const ROW = "{".charCodeAt(0);

interface Expected {
  /** How many rows the head says that each table has. */
  expected: Readonly<Record<string, number>>;
  onRows: (written: number, all: number) => void;
}

/** Adds the rows that follow an archive's head, batch by batch, until the line that says that nothing follows.
 *  @throws ServiceError `malformed` when a table or a row is missing, is one too many, or comes out of its turn */
export async function restoreRows(
  db: Queryable,
  lines: AsyncIterable<Buffer>,
  told: Expected,
): Promise<void> {
  const tables = new ArrivingTables(db, told);
  for await (const line of lines) {
    if (line[0] === ROW) await tables.addRow(line);
    else await tables.turnTo(readMark(`${line}`)?.table ?? null);
  }
  if (!tables.haveEnded) throw malformed("it ends before its last table");
}

/** The tables of an archive, each in its turn. */
class ArrivingTables {
  readonly #db: Queryable;
  readonly #told: Expected;
  readonly #all: number;
  readonly #turns = [...carriedTables];
  /** The table whose rows arrive, how many of them are sent, and those that wait to be. */
  #table: CarriedTable | null = null;
  #sent = 0;
  #waiting: string[] = [];
  #bytes = 0;
  /** Rows of the tables before it. */
  #written = 0;
  #ended = false;

  constructor(db: Queryable, told: Expected) {
    this.#db = db;
    this.#told = told;
    this.#all = Object.values(told.expected).reduce((sum, rows) => sum + rows, 0);
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

  /** @param name the table that begins; null when none does any more */
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
    const told = this.#told.expected[table] ?? 0;
    if (this.#sent !== told) throw malformed(`${table} has ${this.#sent} rows in place of ${told}`);
    this.#written += this.#sent;
    this.#sent = 0;
  }

  async #send(): Promise<void> {
    if (!this.#table || this.#waiting.length === 0) return;
    const rows = `[${this.#waiting.join(",")}]`;
    this.#waiting = [];
    this.#bytes = 0;
    this.#sent += await restoreTableRows(this.#db, this.#table.table, rows);
    this.#told.onRows(this.#written + this.#sent, this.#all);
  }
}
