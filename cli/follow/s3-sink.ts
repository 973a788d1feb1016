import type { LoggedEvent } from "@/lib/features/audit-log/log/log-reading-store";
import type { Bucket } from "./bucket";
import type { Sink } from "./sink";

/** Size at which an object is complete, in bytes. */
const OBJECT_BYTES = 8 * 1024 * 1024;

/** Digits of a position in the name of an object, so that names are in the order of positions. */
const DIGITS = 16;

/** Puts events into a bucket, in objects named by the positions of their first and last event. An object
 *  exists as a whole or not at all, and is never replaced: the last name is the position, so a process that
 *  is killed anywhere leaves every event once.
 *  @param prefix of the objects' names */
export async function s3Sink(bucket: Bucket, prefix: string): Promise<Sink> {
  return new S3Sink(bucket, prefix, await lastPosition(bucket, prefix));
}

class S3Sink implements Sink {
  readonly position: number;
  readonly #bucket: Bucket;
  readonly #prefix: string;
  #lines: string[] = [];
  #bytes = 0;
  #first = 0;
  #last = 0;

  constructor(bucket: Bucket, prefix: string, position: number) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.position = position;
  }

  async write(events: readonly LoggedEvent[], lines: readonly string[]): Promise<boolean> {
    for (const [at, line] of lines.entries()) {
      const position = events[at]?.position ?? 0;
      if (this.#lines.length === 0) this.#first = position;
      this.#last = position;
      this.#lines.push(line);
      this.#bytes += Buffer.byteLength(line);
      if (this.#bytes >= OBJECT_BYTES) await this.flush();
    }
    return true;
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const name = `${this.#prefix}${padded(this.#first)}-${padded(this.#last)}.ndjson`;
    await this.#bucket.put(name, this.#lines.join(""));
    this.#lines = [];
    this.#bytes = 0;
  }

  async close(): Promise<void> {}
}

const padded = (position: number) => String(position).padStart(DIGITS, "0");

/** Returns the last position in the bucket. Names can only be listed from a start, so it is found by binary
 *  search. */
async function lastPosition(bucket: Bucket, prefix: string): Promise<number> {
  const nextFrom = async (position: number) => {
    const name = await bucket.firstAfter(prefix, `${prefix}${padded(position)}`);
    return name === null ? null : rangeOf(name, prefix);
  };
  let found = await nextFrom(0);
  if (!found) return -1;
  let beyond = 1;
  while (beyond <= found.last) beyond *= 2;
  for (let next = await nextFrom(beyond); next; next = await nextFrom(beyond)) {
    found = next;
    while (beyond <= found.last) beyond *= 2;
  }
  // An object begins at `found.first`; none at `beyond` or later.
  for (let low = found.last + 1; low < beyond; ) {
    const middle = Math.floor((low + beyond) / 2);
    const next = await nextFrom(middle);
    if (next) found = next;
    if (next) low = next.last + 1;
    else beyond = middle;
  }
  return found.last;
}

function rangeOf(name: string, prefix: string): { first: number; last: number } {
  const match = /^(\d{16})-(\d{16})\.ndjson$/.exec(name.slice(prefix.length));
  if (!match)
    throw new Error(`The bucket has ${name}, which is no followed event. Name another prefix.`);
  return { first: Number(match[1]), last: Number(match[2]) };
}
