import { BadFile } from "@/lib/users/import/bad-file";

/** No record needs more characters. */
const LONGEST = 64 * 1024;

/** The records of a CSV file (RFC 4180) while it is read, as the fields of each. Lines may end with or without a carriage
 *  return; fields in quotes may hold commas, quotes and line ends.
 *  @throws BadFile for a record that is longer than any, and a quote that is never closed */
export async function* csvRecords(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<string[], void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let fields: string[] = [];
  let field = "";
  let quoted = false;
  let wasQuote = false;
  let begun = false;
  let length = 0;
  const endField = () => {
    fields.push(field);
    field = "";
  };
  const take = function* (text: string): Generator<string[], void> {
    for (const sign of text) {
      length += 1;
      if (length > LONGEST) throw new BadFile(`A record is longer than ${LONGEST} characters.`);
      if (quoted && !wasQuote) {
        if (sign === '"') wasQuote = true;
        else field += sign;
        continue;
      }
      if (quoted && wasQuote) {
        wasQuote = false;
        if (sign === '"') {
          field += '"';
          continue;
        }
        quoted = false;
      }
      if (sign === '"' && field === "") quoted = begun = true;
      else if (sign === ",") {
        endField();
        begun = true;
      } else if (sign === "\n") {
        if (begun) {
          field = field.replace(/\r$/, "");
          endField();
          yield fields;
        }
        [fields, field, begun, length] = [[], "", false, 0];
      } else {
        field += sign;
        begun ||= sign !== "\r";
      }
    }
  };
  for await (const piece of pieces) yield* take(decoder.decode(piece, { stream: true }));
  yield* take(decoder.decode());
  if (quoted && !wasQuote) throw new BadFile("The file ends within a field in quotes.");
  if (begun) {
    endField();
    yield fields;
  }
}
