import { join, type Sql, sql } from "@/lib/kernel/db/queryable";
import { lendBytes } from "@/lib/kernel/process/lent-bytes";

/** Kinds of columns in PostgreSQL's binary form, and their JSON: `uuid`, `text` (an enumeration's too) and
 *  `texts` as strings, `moment` in the API's form (`2026-11-23T03:42:00.120Z`), `json` unchanged. */
type Kind = "uuid" | "text" | "texts" | "moment" | "boolean" | "json";

/** Rows that this process writes as JSON objects: PostgreSQL would take four times as long to write them
 *  itself. */
export interface Rows {
  /** The members of an object, in their order: kind and expression of each. */
  columns: Readonly<Record<string, readonly [Kind, Sql]>>;
  /** The rest of the statement, after its columns: FROM, WHERE and ORDER BY. */
  from: Sql;
}

/** Returns the statement whose columns are the members of an object. */
export function selectOf({ columns, from }: Rows): Sql {
  return sql`SELECT ${join(Object.values(columns).map(([, column]) => column))} ${from}`;
}

/** Bytes of the memory that pieces are cut from, and how many of these are reused. Otherwise each hundred
 *  thousand rows would have V8 collect all of its garbage, for memory that is not in its heap: that took
 *  longer than to write them. */
const SLAB = 128 * 1024;
const MOST_FREE_SLABS = 16;
const freeSlabs: Buffer[] = [];

/** Memory that pieces are cut from, one after the other. It is reused once all of them were sent. */
class Slab {
  readonly bytes: Buffer;
  readonly view: DataView;
  #unsent = 1;

  /** @param size of the memory, at the least */
  constructor(size: number) {
    this.bytes =
      (size <= SLAB ? freeSlabs.pop() : undefined) ?? Buffer.allocUnsafeSlow(Math.max(SLAB, size));
    this.view = viewOf(this.bytes);
  }

  piece(from: number, to: number): Buffer {
    const piece = this.bytes.subarray(from, to);
    this.#unsent += 1;
    lendBytes(piece, () => this.done());
    return piece;
  }

  /** Notes that one of its pieces was sent, or that no other one will be cut. */
  done(): void {
    this.#unsent -= 1;
    if (this.#unsent === 0 && this.bytes.length === SLAB && freeSlabs.length < MOST_FREE_SLABS)
      freeSlabs.push(this.bytes);
  }
}
/** Most bytes that one byte becomes (`\u001f`), and most bytes around a value. */
const [ESCAPED, AROUND] = [6, 48];

/** Writes rows of a binary COPY as JSON, with a separator between two, into pieces that may end anywhere. It
 *  copies bytes: no row and no value has an object of its own. */
export class JsonRows {
  readonly #emit: (piece: Buffer) => void;
  readonly #writes: readonly Write[];
  /** The text before each value. */
  readonly #before: readonly Sign[];
  readonly #after: Sign;
  readonly #between: Sign;
  /** Most bytes of a row: per byte of input, and besides. */
  readonly #most: { each: number; besides: number };
  #slab = new Slab(SLAB);
  #begun = 0;
  #at = 0;
  #isFirst = true;

  /** @param columns as of `Rows`; null where a row is one column that is JSON already
   *  @param emit called with each piece */
  constructor(columns: Rows["columns"] | null, between: string, emit: (piece: Buffer) => void) {
    this.#emit = emit;
    this.#between = sign(between);
    const names = Object.keys(columns ?? {}).map(
      (name, at) => `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`,
    );
    this.#writes = columns ? Object.values(columns).map(([kind]) => WRITE[kind]) : [WRITE.json];
    this.#before = columns ? names.map(sign) : [sign("")];
    this.#after = sign(columns ? "}" : "");
    const besides = names.reduce((sum, { length }) => sum + length + AROUND, 2 * AROUND);
    this.#most = { each: columns ? ESCAPED : 1, besides };
  }

  /** Writes a row.
   *  @param from its offset: the number of columns, then length and bytes of each
   *  @throws Error when it has unexpected columns */
  write(row: DataView, from: number, to: number): void {
    if (row.getInt16(from) !== this.#writes.length) throw new Error("A row has other columns");
    this.#makeRoom((to - from) * this.#most.each + this.#most.besides);
    const out = this.#slab.view;
    let at = this.#isFirst ? this.#at : put(this.#between, out, this.#at);
    this.#isFirst = false;
    let next = from + 2;
    for (let column = 0; column < this.#writes.length; column++) {
      at = put(this.#before[column] as Sign, out, at);
      const length = row.getInt32(next);
      next += 4;
      if (length < 0) at = put(NULL, out, at);
      else {
        at = (this.#writes[column] as Write)(row, next, next + length, out, at);
        next += length;
      }
    }
    this.#at = put(this.#after, out, at);
  }

  /** Emits what was written and not emitted yet. */
  flush(): void {
    if (this.#at > this.#begun) this.#emit(this.#slab.piece(this.#begun, this.#at));
    this.#begun = this.#at;
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#slab.bytes.length) return;
    this.flush();
    this.#slab.done();
    this.#slab = new Slab(bytes);
    [this.#begun, this.#at] = [0, 0];
  }
}

/** The bytes of a buffer, as numbers of any width. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Text that is written unchanged, four bytes at a time: surplus bytes are overwritten by what follows. */
interface Sign {
  words: Uint32Array;
  length: number;
}

function sign(text: string): Sign {
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes, Buffer.alloc(3)]);
  const words = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, at) =>
    padded.readUInt32BE(at * 4),
  );
  return { words: Uint32Array.from(words), length: bytes.length };
}

function put({ words, length }: Sign, out: DataView, at: number): number {
  for (let word = 0; word < words.length; word++)
    out.setUint32(at + word * 4, words[word] as number);
  return at + length;
}

/** Writes the value between `from` and `to`.
 *  @returns the offset of the next byte */
type Write = (row: DataView, from: number, to: number, out: DataView, at: number) => number;

const WRITE: Readonly<Record<Kind, Write>> = {
  uuid: writeUuid,
  text: writeText,
  texts: writeTexts,
  moment: writeMoment,
  boolean: (row, from, _to, out, at) => put(row.getUint8(from) ? TRUE : FALSE, out, at),
  json: writeJson,
};

const [NULL, TRUE, FALSE] = [sign("null"), sign("true"), sign("false")];
const code = (character: string) => character.charCodeAt(0);
const [QUOTE, BACKSLASH, SPACE, ZERO] = [code('"'), code("\\"), code(" "), code("0")];
const [COMMA, OPEN, CLOSE, DASH] = [code(","), code("["), code("]"), code("-")];
const [COLON, POINT, ZULU] = [code(":"), code("."), code("Z")];
/** A byte in hexadecimal digits. */
const HEX = Uint16Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, "0")).readUInt16BE(),
);

function writeJson(row: DataView, from: number, to: number, out: DataView, start: number): number {
  let [next, at] = [from, start];
  for (; next + 4 <= to; next += 4, at += 4) out.setUint32(at, row.getUint32(next));
  for (; next < to; next++, at++) out.setUint8(at, row.getUint8(next));
  return at;
}

function writeUuid(row: DataView, from: number, _to: number, out: DataView, start: number): number {
  let at = start;
  out.setUint8(at++, QUOTE);
  for (let byte = 0; byte < 16; byte++) {
    out.setUint16(at, HEX[row.getUint8(from + byte)] as number);
    at += 2;
    if (byte === 3 || byte === 5 || byte === 7 || byte === 9) out.setUint8(at++, DASH);
  }
  out.setUint8(at++, QUOTE);
  return at;
}

function writeText(row: DataView, from: number, to: number, out: DataView, start: number): number {
  let [next, at] = [from, start];
  out.setUint8(at++, QUOTE);
  while (next < to) {
    if (next + 4 <= to && !hasSpecial(row.getInt32(next))) {
      out.setInt32(at, row.getInt32(next));
      next += 4;
      at += 4;
      continue;
    }
    const byte = row.getUint8(next++);
    if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) out.setUint8(at++, byte);
    else at = put(escaped(byte), out, at);
  }
  out.setUint8(at++, QUOTE);
  return at;
}

/** Whether any of four bytes may need an escape in JSON: below a space, a quotation mark or a backslash. Each
 *  sets the highest bit of its byte; that of a byte of a longer character is ignored. */
const hasSpecial = (four: number) =>
  (((four - 0x20202020) | ((four ^ 0x22222222) - 0x01010101) | ((four ^ 0x5c5c5c5c) - 0x01010101)) &
    ~four &
    0x80808080) !==
  0;

/** The form that PostgreSQL's `to_json` and `JSON.stringify` share. */
const escaped = (byte: number) => sign(JSON.stringify(String.fromCharCode(byte)).slice(1, -1));

/** Writes a list of one dimension: the number of dimensions, flags, a type; the dimension's length and lower
 *  bound; then the elements. */
function writeTexts(
  row: DataView,
  from: number,
  _to: number,
  out: DataView,
  start: number,
): number {
  let at = start;
  out.setUint8(at++, OPEN);
  const count = row.getInt32(from) === 0 ? 0 : row.getInt32(from + 12);
  let next = from + 20;
  for (let element = 0; element < count; element++) {
    if (element > 0) out.setUint8(at++, COMMA);
    const length = row.getInt32(next);
    next += 4;
    if (length < 0) at = put(NULL, out, at);
    else {
      at = writeText(row, next, next + length, out, at);
      next += length;
    }
  }
  out.setUint8(at++, CLOSE);
  return at;
}

const DAY_MS = 86_400_000;
const POSTGRES_BEGINS_MS = Date.UTC(2000, 0, 1);
/** The last written day, with the text before and after it: most moments of a list are of few days. */
let day = Number.NaN;
let dayText = sign("");

/** Writes a moment from microseconds since the beginning of 2000, truncated to milliseconds. */
function writeMoment(
  row: DataView,
  from: number,
  _to: number,
  out: DataView,
  start: number,
): number {
  const micros = row.getInt32(from) * 2 ** 32 + row.getUint32(from + 4);
  const ms = POSTGRES_BEGINS_MS + Math.floor(micros / 1000);
  const days = Math.floor(ms / DAY_MS);
  if (days !== day) {
    day = days;
    dayText = sign(`"${new Date(days * DAY_MS).toISOString().slice(0, -"00:00:00.000Z".length)}`);
  }
  const left = (ms - days * DAY_MS) | 0;
  const seconds = (left / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  let at = put(dayText, out, start);
  at = putTwo((minutes / 60) | 0, out, at);
  out.setUint8(at++, COLON);
  at = putTwo(minutes % 60, out, at);
  out.setUint8(at++, COLON);
  at = putTwo(seconds % 60, out, at);
  out.setUint8(at++, POINT);
  const thousandths = left % 1000;
  out.setUint8(at++, ZERO + ((thousandths / 100) | 0));
  at = putTwo(thousandths % 100, out, at);
  out.setUint8(at++, ZULU);
  out.setUint8(at++, QUOTE);
  return at;
}

/** Writes a number below a hundred in two digits. */
function putTwo(number: number, out: DataView, at: number): number {
  out.setUint8(at, ZERO + ((number / 10) | 0));
  out.setUint8(at + 1, ZERO + (number % 10));
  return at + 2;
}
