import { type FileHandle, open } from "node:fs/promises";
import type { Sink } from "./sink";

/** Bytes read at a time to find the last line. */
const PIECE = 64 * 1024;
/** Longest possible line: an event's metadata is at most 16 KiB, and the rest of it less. */
const LONGEST_LINE = 1024 * 1024;

/** Appends events to a file that only this account can read. The file's last line is the position, so a
 *  process that is killed anywhere leaves every event once: half a line is cut off, and written again.
 *  @throws Error when the file ends with anything else than an event, and when another process writes to
 *  it */
export async function fileSink(path: string): Promise<Sink> {
  const file = await open(path, "a+", 0o600);
  try {
    const { position, length } = await lastLine(file, path);
    await file.truncate(length);
    return appendingTo(file, path, position, length);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function appendingTo(file: FileHandle, path: string, position: number, length: number): Sink {
  let expected = length;
  return {
    position,
    async write(_events, lines) {
      const { size } = await file.stat();
      if (size !== expected)
        throw new Error(
          `Somebody else writes to ${path}: it has ${size} bytes instead of ${expected}.`,
        );
      const bytes = Buffer.from(lines.join(""));
      await file.appendFile(bytes);
      expected += bytes.length;
      return true;
    },
    flush: () => file.datasync(),
    close: () => file.close(),
  };
}

/** Returns the position in the last whole line, and where that line ends. */
async function lastLine(
  file: FileHandle,
  path: string,
): Promise<{ position: number; length: number }> {
  const { size } = await file.stat();
  let tail = Buffer.alloc(0);
  for (let at = size; at > 0; ) {
    const from = Math.max(0, at - PIECE);
    const piece = Buffer.alloc(at - from);
    await file.read(piece, 0, piece.length, from);
    tail = Buffer.concat([piece, tail]);
    at = from;
    const end = tail.lastIndexOf("\n");
    const begin = end < 0 ? -1 : tail.lastIndexOf("\n", end - 1);
    if (end >= 0 && (begin >= 0 || at === 0)) {
      const line = tail.subarray(begin + 1, end).toString();
      return { position: positionOf(line, path), length: at + end + 1 };
    }
    if (tail.length > LONGEST_LINE) throw notOurs(path);
  }
  return { position: -1, length: 0 };
}

function positionOf(line: string, path: string): number {
  try {
    const { sequence } = JSON.parse(line) as { sequence?: unknown };
    if (Number.isSafeInteger(sequence) && Number(sequence) >= 0) return Number(sequence);
  } catch {
    // Said below.
  }
  throw notOurs(path);
}

function notOurs(path: string): Error {
  return new Error(`${path} does not end with a line of followed events. Name another file.`);
}
