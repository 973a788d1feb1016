import { writeSync } from "node:fs";
import { countDroppedLines } from "@/lib/kernel/process/counters";

const STANDARD_OUTPUT = 1;

/** Destination of the log. A line that can't be written (a full disk, a pipe without a reader) is dropped and
 *  counted: no request waits for a log, and none fails for it. The first line that can be written again says
 *  how many were dropped. */
export class LogOutput {
  readonly #descriptor: number;
  /** The rest of a line that was written in part. */
  #rest = Buffer.alloc(0);
  #dropped = 0;
  #reason = "";

  /** @param descriptor of an open file; by default standard output */
  constructor(descriptor = STANDARD_OUTPUT) {
    this.#descriptor = descriptor;
    // From here on a full pipe is an error instead of a wait: Node opens it that way.
    if (descriptor === STANDARD_OUTPUT) void process.stdout;
  }

  /** Number of lines dropped since the last one that was written. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @param line with its line feed */
  write(line: string): void {
    const bytes = Buffer.from(line);
    try {
      if (this.#rest.length > 0 && !this.#finish()) {
        this.#drop("EAGAIN");
        return;
      }
      const sent = this.#dropped > 0 ? Buffer.concat([this.#notice(), bytes]) : bytes;
      this.#rest = sent.subarray(writeSync(this.#descriptor, sent));
      this.#dropped = 0;
    } catch (error) {
      this.#drop(error instanceof Error && "code" in error ? String(error.code) : "unknown");
    }
  }

  /** @returns whether the line in progress is complete now */
  #finish(): boolean {
    this.#rest = this.#rest.subarray(writeSync(this.#descriptor, this.#rest));
    return this.#rest.length === 0;
  }

  #drop(reason: string): void {
    this.#dropped += 1;
    this.#reason = reason;
    countDroppedLines(reason);
  }

  #notice(): Buffer {
    const about = { level: 40, time: Date.now(), pid: process.pid };
    const words = { dropped: this.#dropped, errorCode: this.#reason };
    const msg = "lines of the log could not be written";
    return Buffer.from(`${JSON.stringify({ ...about, ...words, msg })}\n`);
  }
}
