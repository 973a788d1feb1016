import { TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import { Malformed, readEventRecord } from "@/lib/features/audit-log/verify/proof-line";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";

export type ParsedEvent = ReturnType<typeof readEventRecord>;

/** More events than a bundle has positions. */
const MOST_OF_A_BUNDLE = 1_024;

/** Reads events from lines in the log's order, and yields those of each bundle. Events appended after the
 *  checkpoint are ignored.
 *  @param size of the log, according to the checkpoint
 *  @throws CannotVerify for a line that is malformed, or not in the log's order */
export async function* readEventBundles(
  lines: AsyncIterable<string>,
  size: number,
): AsyncGenerator<ParsedEvent[], void> {
  let bundle: ParsedEvent[] = [];
  let until = TILE_WIDTH;
  for await (const event of readEvents(lines, size)) {
    for (; event.position >= until; until += TILE_WIDTH) {
      yield bundle;
      bundle = [];
    }
    bundle.push(event);
    if (bundle.length > MOST_OF_A_BUNDLE)
      throw new CannotVerify(`The service tells too many events before position ${until}.`);
  }
  for (; until < size + TILE_WIDTH; until += TILE_WIDTH) {
    yield bundle;
    bundle = [];
  }
}

async function* readEvents(lines: AsyncIterable<string>, size: number) {
  let [count, last] = [0, -1];
  for await (const line of lines) {
    count += 1;
    const event = parsed(line, count);
    if (event.position < last)
      throw new CannotVerify(
        `The service tells position ${event.position} after position ${last}.`,
      );
    if (event.position >= size) return;
    last = event.position;
    yield event;
  }
}

function parsed(line: string, count: number): ParsedEvent {
  try {
    return readEventRecord(line);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new CannotVerify(`The service's event ${count} can't be read: ${error.message}.`);
  }
}
