import { writeSync } from "node:fs";
import { countDroppedLines } from "@/lib/kernel/process/counters";

const STANDARD_OUTPUT = 1;

/** Where the lines of the log go. A line that can't be written (a full disk, a pipe that nobody reads) is dropped and counted:
 *  no request waits for a log, and none fails for it. The first line that can be written again says how many were dropped. */
export class LogOutput {
  readonly #descriptor: number;
  /** The end of a line whose beginning is written. */
  #rest = Buffer.alloc(0);
  #dropped = 0;
  #reason = "";

  /** @param descriptor an open file's; standard output, unless it is another */
  constructor(descriptor = STANDARD_OUTPUT) {
    this.#descriptor = descriptor;
    // From here on a full pipe is an error and no wait: Node opens it that way.
    if (descriptor === STANDARD_OUTPUT) void process.stdout;
  }

  /** Lines that were dropped since one could be written. */
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

  /** @returns whether the line that was begun is whole now */
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
