import { createHash } from "node:crypto";
import pg from "pg";
import type { Answer, Statement } from "@/lib/kernel/db/queryable";
import { noteColumns, type Reading, rowOf } from "@/lib/kernel/db/row-reading";

/** PostgreSQL's answer to a statement, with the command that it reports. */
export interface CommandAnswer extends Answer {
  /** Such as `SELECT`, `UPDATE`, `COMMIT`. */
  command: string;
}

/** Number of different texts that a process prepares. Further texts are parsed each time, so that statements
 *  composed for each request can't fill PostgreSQL's memory. */
const MOST_PREPARED = 1_000;
const names = new Map<string, string>();

/** Returns the name under which a text is prepared; empty for a text that is not. The name is derived from
 *  the text, so that a pooler that is not configured as one can lose a prepared statement, but never swap it
 *  for another. */
function preparedName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST_PREPARED) return "";
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 20);
  names.set(text, name);
  return name;
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

/** Several statements in one message of PostgreSQL's extended protocol, as node-postgres submits it. Outside
 *  of BEGIN and COMMIT they are one implicit transaction, which ends with the message (PostgreSQL, Message
 *  Flow): all of them happen or none does. None can depend on what another answered. */
export class BatchQuery implements pg.Submittable {
  /** Rejects with the DatabaseError of the first statement that failed. */
  readonly answered: Promise<CommandAnswer[]>;
  readonly statements: readonly { name: string; text: string }[];
  readonly #values: (string | Uint8Array | null)[][];
  readonly #answers: CommandAnswer[] = [];
  #rows: object[] = [];
  #readings: Reading[] = [];
  #prepares = false;
  #resolve: (answers: CommandAnswer[]) => void;
  #reject: (error: Error) => void;

  /** @param statements at least one
   *  @param prepare which of them stay prepared on their connection, under a name each */
  constructor(statements: readonly Statement[], prepare: "all" | "kept" | "none") {
    this.statements = statements.map(({ text, isPlanCached = false }) => ({
      name: prepare === "all" || (prepare === "kept" && isPlanCached) ? preparedName(text) : "",
      text,
    }));
    this.#values = statements.map(({ values }) => values.map(encoded));
    const { promise, resolve, reject } = Promise.withResolvers<CommandAnswer[]>();
    this.answered = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Whether a connection can't be used after this failure: it is not known which statements it has prepared
   *  and whether they still fit the tables, or its server accepts no writes. */
  breaksConnection(error: unknown): boolean {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    return this.#prepares || code === undefined || ["0A000", "25006", "26000"].includes(code);
  }

  /** Whether any of its statements stays prepared. */
  get isPrepared(): boolean {
    return this.statements.some(({ name }) => name !== "");
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    const prepared = preparedBy.get(connection) ?? new Map<string, Reading>();
    preparedBy.set(connection, prepared);
    wire.stream.cork();
    this.#readings = this.statements.map(({ name, text }, at) => {
      const known = name === "" ? undefined : prepared.get(name);
      const reading = known ?? { names: [], parsers: [] };
      if (!known) wire.parse({ name, text });
      if (!known && name !== "") {
        this.#prepares = true;
        prepared.set(name, reading);
      }
      wire.bind({ statement: name, values: this.#values[at] ?? [] });
      // The columns of a statement do not change while it is prepared.
      if (!known) wire.describe({ type: "P", name: "" });
      wire.execute({});
      return reading;
    });
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const reading = this.#reading;
    if (reading) noteColumns(reading, fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const reading = this.#reading;
    if (!reading) return;
    try {
      this.#rows.push(rowOf(reading, fields));
    } catch (error) {
      // An error thrown here would end the process: no caller catches errors of a socket's reader.
      this.#reject(error as Error);
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // Such as "INSERT 0 1", "UPDATE 3", "COMMIT".
    const words = text.split(" ");
    const answer = { rows: this.#rows, count: Number(words.at(-1)) || 0, command: words[0] ?? "" };
    this.#answers.push(answer);
    this.#rows = [];
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers);
  }

  /** Names and parsers for the rows of the statement that is being answered. */
  get #reading(): Reading | undefined {
    return this.#readings[this.#answers.length];
  }
}

// A connection in pipeline mode accepts only instances of pg's own class.
Object.setPrototypeOf(BatchQuery.prototype, pg.Query.prototype);

/** Encodes a value as PostgreSQL reads it.
 *  @throws TypeError for one that has no such form, which would be a bug */
function encoded(value: unknown): string | Uint8Array | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return `{${value.map((element) => (element === null ? "NULL" : quoted(elementOf(element)))).join(",")}}`;
  throw new TypeError(`A statement can't take a ${typeof value}`);
}

/** Bytes in a list are written as text (bytea's hex format): the list itself is text. */
function elementOf(value: unknown): string {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString("hex")}` : String(value);
}

/** Elements that need no quotes in a list: ids, numbers and moments, but not NULL. */
const plain = /^(?!null$)[\w:.+-]+$/i;

function quoted(element: string): string {
  if (plain.test(element)) return element;
  return `"${element.replace(/["\\]/g, "\\$&")}"`;
}
