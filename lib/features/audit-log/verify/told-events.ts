import { Malformed, readToldEvent } from "@/lib/features/audit-log/verify/proof-line";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";

type Told = ReturnType<typeof readToldEvent>;

/** More events than a bundle has places. */
const MOST_OF_A_BUNDLE = 1_024;

/** Events as they are told line by line in the log's order, taken bundle by bundle. What the log got after it was signed is left out. */
export class ToldEvents {
  readonly #lines: AsyncIterator<string>;
  readonly #size: number;
  #next: Told | null = null;
  #count = 0;
  #last = -1;
  #isOver = false;

  /** @param size of the log, as it was signed */
  constructor(lines: AsyncIterable<string>, size: number) {
    this.#lines = lines[Symbol.asyncIterator]();
    this.#size = size;
  }

  /** The next events, as far as they stand before a position.
   *  @throws CannotVerify for a line that is none, or not in the log's order */
  async until(position: number): Promise<Told[]> {
    const told: Told[] = [];
    for (;;) {
      this.#next ??= await this.#read();
      if (!this.#next || this.#next.position >= position) return told;
      told.push(this.#next);
      this.#next = null;
      if (told.length > MOST_OF_A_BUNDLE)
        throw new CannotVerify(`The service tells too many events before position ${position}.`);
    }
  }

  /** Sees to it that nothing of the log is left.
   *  @throws CannotVerify as above */
  async end(): Promise<void> {
    await this.until(this.#size);
  }

  /** Stops reading. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#lines.return?.();
  }

  async #read(): Promise<Told | null> {
    if (this.#isOver) return null;
    const { done, value } = await this.#lines.next();
    if (done) {
      this.#isOver = true;
      return null;
    }
    this.#count += 1;
    const told = this.#parsed(value);
    if (told.position < this.#last)
      throw new CannotVerify(
        `The service tells position ${told.position} after position ${this.#last}.`,
      );
    this.#last = told.position;
    if (told.position < this.#size) return told;
    this.#isOver = true;
    return null;
  }

  #parsed(text: string): Told {
    try {
      return readToldEvent(text);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      throw new CannotVerify(`The service's event ${this.#count} can't be read: ${error.message}.`);
    }
  }
}
