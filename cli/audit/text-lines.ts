/** The longest line of an export or of an answer, in bytes: an event's is some hundred thousand at most. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** A line exceeds `LONGEST_LINE`. */
export class TooLong extends Error {}

/** Splits a streamed text into lines, without their ends. It buffers one piece and one line.
 *  @throws TooLong
 *  @throws TypeError for bytes that are no UTF-8 */
export async function* textLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  let number = 1;
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      number += 1;
      yield line;
    }
    if (rest.length > LONGEST_LINE)
      throw new TooLong(`Line ${number} is longer than ${LONGEST_LINE / 1024 / 1024} MiB.`);
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
