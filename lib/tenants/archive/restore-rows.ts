import type { Queryable } from "@/lib/db/queryable";
import { malformed, readMark } from "@/lib/tenants/archive/archive-lines";
import { type CarriedTable, carriedTables } from "@/lib/tenants/archive/carried-tables";
import { restoreTableRows } from "@/lib/tenants/archive/restored-tenant-store";
import { resealedRow } from "@/lib/tenants/archive/sealed-rows";

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
  { expected, onRows }: Expected,
): Promise<void> {
  const all = Object.values(expected).reduce((sum, rows) => sum + rows, 0);
  const turns = [...carriedTables];
  let written = 0;
  let inTable = 0;
  let batch: Batch | null = null;
  let ended = false;
  const send = async (of: Batch) => {
    inTable += await of.send(db);
    onRows(written + inTable, all);
  };
  const finish = async (of: Batch | null) => {
    if (!of) return;
    await send(of);
    const { table } = of.table;
    const told = expected[table] ?? 0;
    if (inTable !== told) throw malformed(`${table} has ${inTable} rows in place of ${told}`);
    written += inTable;
    inTable = 0;
  };
  for await (const line of lines) {
    if (ended) throw malformed("something follows its end");
    if (line[0] === ROW) {
      if (!batch) throw malformed("a row belongs to no table");
      batch.add(line);
      if (batch.isFull) await send(batch);
      continue;
    }
    const mark = readMark(`${line}`);
    await finish(batch);
    batch = mark && new Batch(nextTable(turns, mark.table));
    ended = mark === null;
  }
  if (!ended || turns.length > 0) throw malformed("it ends before its last table");
}

/** Tables come in one order, each once. */
function nextTable(turns: CarriedTable[], named: string): CarriedTable {
  const next = turns.shift();
  if (next?.table !== named) throw malformed(`${named} is not the table that comes here`);
  return next;
}

/** Rows of a table that were not sent yet. */
class Batch {
  readonly table: CarriedTable;
  #rows: string[] = [];
  #bytes = 0;

  constructor(table: CarriedTable) {
    this.table = table;
  }

  add(row: Buffer): void {
    const text = row.toString();
    this.#rows.push(this.table.sealed ? resealedRow(text, this.table.sealed) : text);
    this.#bytes += row.byteLength;
  }

  get isFull(): boolean {
    return this.#rows.length >= BATCH_ROWS || this.#bytes >= BATCH_BYTES;
  }

  /** @returns how many rows were added */
  async send(db: Queryable): Promise<number> {
    if (this.#rows.length === 0) return 0;
    const rows = `[${this.#rows.join(",")}]`;
    this.#rows = [];
    this.#bytes = 0;
    return restoreTableRows(db, this.table.table, rows);
  }
}
