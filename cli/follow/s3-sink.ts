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
  let waiting: string[] = [];
  let bytes = 0;
  let [first, last] = [0, 0];
  const flush = async () => {
    if (waiting.length === 0) return;
    const name = `${prefix}${padded(first)}-${padded(last)}.ndjson`;
    await bucket.put(name, waiting.join(""));
    waiting = [];
    bytes = 0;
  };
  return {
    position: await lastPosition(bucket, prefix),
    async write(events, lines) {
      for (const [at, line] of lines.entries()) {
        last = events[at]?.position ?? 0;
        if (waiting.length === 0) first = last;
        waiting.push(line);
        bytes += Buffer.byteLength(line);
        if (bytes >= OBJECT_BYTES) await flush();
      }
      return true;
    },
    flush,
    close: async () => {},
  };
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
