import { BadFile } from "@/lib/features/migration/import/bad-file";
import type { JsonLine } from "@/lib/features/migration/import/json-lines";

/** Maximum length of a user of another system, in characters. */
const LONGEST = 1024 * 1024;

/** Yields the objects of a list in a JSON document, counted from 1, while it is read: of the list under a
 *  key of the outermost object, of a list that is the document, or one after the other (NDJSON). Never
 *  buffers the whole document.
 *  @param key of the list; null if the document is the list, or the objects themselves
 *  @throws BadFile if an object is too long, or the document ends within one */
export async function* jsonElements(
  pieces: AsyncIterable<Uint8Array>,
  key: string | null,
): AsyncGenerator<JsonLine, void> {
  const scan = new Scan(key);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  for await (const piece of pieces) yield* scan.take(decoder.decode(piece, { stream: true }));
  yield* scan.take(decoder.decode());
  scan.end();
}

/** State of the scanner. */
class Scan {
  readonly #key: string | null;
  /** Open brackets, the outermost first. */
  readonly #open: string[] = [];
  #quoted = false;
  #escaped = false;
  /** The last quoted text, which may be a key of the outermost object. */
  #word = "";
  #wordBegins = -1;
  /** Number of open brackets around the objects of the list; below 0 while the list is not found. */
  #depth: number;
  #element = "";
  #isWithin = false;
  #count = 0;

  constructor(key: string | null) {
    this.#key = key;
    this.#depth = key === null ? 0 : -1;
  }

  *take(text: string): Generator<JsonLine, void> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? "";
      if (this.#quoted) this.#inQuotes(text, sign, at);
      else if (sign === '"') {
        this.#quoted = true;
        this.#word = "";
        this.#wordBegins = at + 1;
      } else if (sign === "{" || sign === "[") {
        if (sign === "{" && this.#open.length === this.#depth && !this.#isWithin) {
          this.#isWithin = true;
          from = at;
        } else if (sign === "[" && this.#isTheList()) this.#depth = this.#open.length + 1;
        this.#open.push(sign);
      } else if (sign === "}" || sign === "]") {
        this.#open.pop();
        if (this.#isWithin && this.#open.length === this.#depth) {
          yield this.#parsed(text.slice(from, at + 1));
          this.#isWithin = false;
        } else if (this.#open.length < this.#depth) this.#depth = this.#key === null ? 0 : -1;
      }
    }
    if (this.#isWithin) this.#hold(text.slice(from));
    if (this.#quoted) this.#word += text.slice(Math.max(0, this.#wordBegins)).slice(0, 200);
    this.#wordBegins = 0;
  }

  end(): void {
    if (this.#isWithin || this.#open.length > 0)
      throw new BadFile("The file ends in the middle of a JSON document.");
  }

  #inQuotes(text: string, sign: string, at: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (sign === "\\") this.#escaped = true;
    else if (sign === '"') {
      this.#quoted = false;
      // Only keys of the outermost object matter; longer texts are not keys.
      if (this.#open.length === 1) this.#word += text.slice(this.#wordBegins, at).slice(0, 200);
    }
  }

  #isTheList(): boolean {
    if (this.#isWithin) return false;
    if (this.#open.length === 0) return true;
    return (
      this.#key !== null &&
      this.#open.length === 1 &&
      this.#open[0] === "{" &&
      this.#word === this.#key
    );
  }

  #hold(part: string): void {
    this.#element += part;
    if (this.#element.length > LONGEST)
      throw new BadFile(`An object of the file is longer than ${LONGEST} characters.`);
  }

  #parsed(rest: string): JsonLine {
    this.#hold(rest);
    const text = this.#element;
    this.#element = "";
    this.#count += 1;
    try {
      return { line: this.#count, value: JSON.parse(text) };
    } catch {
      return { line: this.#count, problem: "The object is not valid JSON." };
    }
  }
}
