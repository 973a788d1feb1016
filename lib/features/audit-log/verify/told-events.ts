import { Malformed, readEventRecord } from "@/lib/features/audit-log/verify/proof-line";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";

type ParsedEvent = ReturnType<typeof readEventRecord>;

/** More events than a bundle has positions. */
const MOST_OF_A_BUNDLE = 1_024;

/** Reads events from lines in the log's order, bundle by bundle. Events appended after the checkpoint are
 *  ignored. */
export class EventReader {
  readonly #lines: AsyncIterator<string>;
  readonly #size: number;
  #next: ParsedEvent | null = null;
  #count = 0;
  #last = -1;
  #isOver = false;

  /** @param size of the log, according to the checkpoint */
  constructor(lines: AsyncIterable<string>, size: number) {
    this.#lines = lines[Symbol.asyncIterator]();
    this.#size = size;
  }

  /** Returns the next events before a position.
   *  @throws CannotVerify for a line that is malformed, or not in the log's order */
  async until(position: number): Promise<ParsedEvent[]> {
    const events: ParsedEvent[] = [];
    for (;;) {
      this.#next ??= await this.#read();
      if (!this.#next || this.#next.position >= position) return events;
      events.push(this.#next);
      this.#next = null;
      if (events.length > MOST_OF_A_BUNDLE)
        throw new CannotVerify(`The service tells too many events before position ${position}.`);
    }
  }

  /** Reads and checks the remaining events of the log.
   *  @throws CannotVerify like `until` */
  async end(): Promise<void> {
    await this.until(this.#size);
  }

  /** Stops reading. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#lines.return?.();
  }

  async #read(): Promise<ParsedEvent | null> {
    if (this.#isOver) return null;
    const { done, value } = await this.#lines.next();
    if (done) {
      this.#isOver = true;
      return null;
    }
    this.#count += 1;
    const event = this.#parsed(value);
    if (event.position < this.#last)
      throw new CannotVerify(
        `The service tells position ${event.position} after position ${this.#last}.`,
      );
    this.#last = event.position;
    if (event.position < this.#size) return event;
    this.#isOver = true;
    return null;
  }

  #parsed(text: string): ParsedEvent {
    try {
      return readEventRecord(text);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      throw new CannotVerify(`The service's event ${this.#count} can't be read: ${error.message}.`);
    }
  }
}
