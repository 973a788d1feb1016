import { ServiceError } from "@/lib/kernel/errors";

/** A line of NDJSON: its value, or its problem, with the value if it could be parsed. */
export type JsonLine =
  | { line: number; value: unknown }
  | { line: number; value?: unknown; problem: string };

const NEWLINE = 0x0a;
/** Maximum length of a line. */
const LONGEST_LINE = 64 * 1024;

/** Yields the lines of NDJSON, counted from 1, while they arrive. Empty lines are counted and left out.
 *  Buffers at most one line.
 *  @param most maximum number of lines
 *  @throws ServiceError `payload_too_large` if there are more; and all errors of the pieces */
export async function* jsonLines(
  pieces: AsyncIterable<Uint8Array>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<JsonLine, void> {
  let line = 0;
  let held: Uint8Array[] = [];
  let bytes = 0;
  const hold = (part: Uint8Array) => {
    // A line that is too long is not buffered.
    if (bytes <= LONGEST_LINE) held.push(part.slice());
    bytes += part.byteLength;
  };
  const whole = (): JsonLine | null => {
    line += 1;
    if (line > most)
      throw new ServiceError("payload_too_large", { detail: `There are more than ${most} lines.` });
    const found = bytes > LONGEST_LINE ? { line, problem: tooLong } : parsed(line, held);
    [held, bytes] = [[], 0];
    return found;
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to >= 0; to = piece.indexOf(NEWLINE, from)) {
      hold(piece.subarray(from, to));
      from = to + 1;
      const found = whole();
      if (found) yield found;
    }
    if (from < piece.byteLength) hold(piece.subarray(from));
  }
  if (bytes === 0) return;
  const last = whole();
  if (last) yield last;
}

const tooLong = `The line is longer than ${LONGEST_LINE} bytes.`;

function parsed(line: number, parts: readonly Uint8Array[]): JsonLine | null {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)).trim();
  } catch {
    return { line, problem: "The line is not valid UTF-8." };
  }
  if (text === "") return null;
  try {
    return { line, value: JSON.parse(text) };
  } catch {
    return { line, problem: "The line is not valid JSON." };
  }
}
