import pg from "pg";

/** A statement of a hot path, prepared once a connection under its name: the text may not vary under one name.
 *  `Row` is what a row looks like, as node-postgres reads PostgreSQL's types. */
export interface Statement<Row extends object = object> {
  readonly name: string;
  /** Text with $1, $2, … and the values for them; Prisma's `sql` makes them. */
  readonly sql: { readonly text: string; readonly values: readonly unknown[] };
  /** Never there: it tells the compiler whose rows they are. */
  readonly row?: Row;
}

/** The rows of each of several statements. */
export type RowsOf<S extends readonly Statement[]> = {
  -readonly [K in keyof S]: S[K] extends Statement<infer Row> ? Row[] : never;
};

/** Sends all statements in one message on a connection of its own and reads all answers: one round trip. Until
 *  the message ends they are one transaction without BEGIN and COMMIT (PostgreSQL, Extended Query: the implicit
 *  transaction ends at Sync), so that all of them happen or none does. None can depend on what another answered.
 *  @throws DatabaseError of the first statement that failed */
export async function roundTrip(
  pool: pg.Pool,
  statements: readonly Statement[],
): Promise<object[][]> {
  const trip = new RoundTrip(statements);
  const client = await pool.connect();
  try {
    client.query(trip);
    const rows = await trip.answered;
    client.release();
    return rows;
  } catch (error) {
    client.release(trip.spoils(error));
    throw error;
  }
}

/** How the rows of a prepared statement are read. */
interface Reading {
  names: string[];
  parsers: ((text: string) => unknown)[];
}

/** The messages of a connection that are used here; its published type has an older form of them. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: (string | Uint8Array | null)[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: object): void;
  sync(): void;
}

const preparedBy = new WeakMap<object, Map<string, Reading>>();

/** One message of several statements, as node-postgres submits it and tells what came back. */
export class RoundTrip implements pg.Submittable {
  readonly answered: Promise<object[][]>;
  readonly statements: readonly Statement[];
  readonly #values: (string | Uint8Array | null)[][];
  readonly #rows: object[][] = [[]];
  #prepared = new Map<string, Reading>();
  #prepares = false;
  #reading: Reading | undefined;
  #resolve: (rows: object[][]) => void;
  #reject: (error: Error) => void;

  constructor(statements: readonly Statement[]) {
    this.statements = statements;
    this.#values = statements.map(({ sql }) => sql.values.map(encoded));
    const { promise, resolve, reject } = Promise.withResolvers<object[][]>();
    this.answered = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Whether a connection on which this failed so can't be used again: which statements it keeps prepared, and
   *  whether they still fit the tables, is not known, or its server takes no changes. */
  spoils(error: unknown): boolean {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    return this.#prepares || code === undefined || ["0A000", "25006", "26000"].includes(code);
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    const prepared = preparedBy.get(connection) ?? new Map<string, Reading>();
    preparedBy.set(connection, prepared);
    this.#prepared = prepared;
    wire.stream.cork();
    this.statements.forEach(({ name, sql }, at) => {
      const isNew = !prepared.has(name);
      if (isNew) {
        this.#prepares = true;
        prepared.set(name, { names: [], parsers: [] });
        wire.parse({ name, text: sql.text });
      }
      wire.bind({ statement: name, values: this.#values[at] ?? [] });
      // What its rows look like does not change while it is prepared.
      if (isNew) wire.describe({ type: "P", name: "" });
      wire.execute({});
    });
    wire.sync();
    wire.stream.uncork();
    this.#next();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    if (!this.#reading) return;
    this.#reading.names = fields.map(({ name }) => name);
    this.#reading.parsers = fields.map(({ dataTypeID }) =>
      pg.types.getTypeParser(dataTypeID, "text"),
    );
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#reading) this.#rows.at(-1)?.push(rowOf(this.#reading, fields));
  }

  handleCommandComplete(): void {
    this.#rows.push([]);
    this.#next();
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows.slice(0, this.statements.length));
  }

  #next(): void {
    this.#reading = this.#prepared.get(this.statements[this.#rows.length - 1]?.name ?? "");
  }
}

// A connection that sends without waiting for answers takes nothing but its own kind.
Object.setPrototypeOf(RoundTrip.prototype, pg.Query.prototype);

function rowOf({ names, parsers }: Reading, fields: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) {
    const [name, parse, text] = [names[at], parsers[at], fields[at]];
    if (name === undefined || parse === undefined) continue;
    row[name] = text == null ? null : parse(text);
  }
  return row;
}

/** A value as PostgreSQL reads it.
 *  @throws TypeError for one that has no such form, which would be a bug */
function encoded(value: unknown): string | Uint8Array | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((element) => quoted(String(element))).join(",")}}`;
  throw new TypeError(`A statement can't take a ${typeof value}`);
}

function quoted(element: string): string {
  return `"${element.replace(/["\\]/g, "\\$&")}"`;
}
