import { BadFile } from "@/lib/features/migration/import/bad-file";

/** Maximum length of a record, in characters. */
const LONGEST = 64 * 1024;

/** Yields the records of a CSV file (RFC 4180) as lists of fields, while it is read. Lines may end with or
 *  without a carriage return; quoted fields may contain commas, quotes and newlines. The separator is a
 *  comma, semicolon or tab: from a first line `sep=…`, as spreadsheets write it, or else the one in the
 *  header.
 *  @throws BadFile for a record that is too long, and an unclosed quote */
export async function* csvRecords(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<string[], void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let fields: string[] = [];
  let field = "";
  let quoted = false;
  let wasQuote = false;
  let hasContent = false;
  let length = 0;
  let separator = "";
  let unread = "";
  const endField = () => {
    fields.push(field);
    field = "";
  };
  const take = function* (piece: string, isLast = false): Generator<string[], void> {
    let text = piece;
    if (separator === "") {
      unread += piece;
      if (!unread.includes("\n") && unread.length <= LONGEST && !isLast) return;
      [separator, text] = separated(unread);
      unread = "";
    }
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
      if (sign === '"' && field === "") quoted = hasContent = true;
      else if (sign === separator) {
        endField();
        hasContent = true;
      } else if (sign === "\n") {
        if (hasContent) {
          field = field.replace(/\r$/, "");
          endField();
          yield fields;
        }
        [fields, field, hasContent, length] = [[], "", false, 0];
      } else {
        field += sign;
        hasContent ||= sign !== "\r";
      }
    }
  };
  for await (const piece of pieces) yield* take(decoder.decode(piece, { stream: true }));
  yield* take(decoder.decode(), true);
  if (quoted && !wasQuote) throw new BadFile("The file ends within a field in quotes.");
  if (hasContent) {
    endField();
    yield fields;
  }
}

/** Separator of a file, and the file without its `sep=` line. */
function separated(text: string): [separator: string, rest: string] {
  const separatorLine = /^sep=(.)\r?(\n|$)/i.exec(text);
  if (separatorLine) return [separatorLine[1] ?? ",", text.slice(separatorLine[0].length)];
  const head = (text.split("\n")[0] ?? "").replace(/"[^"]*"/g, "");
  const counted = [",", ";", "\t"].map((sign) => ({ sign, many: head.split(sign).length }));
  return [counted.reduce((most, one) => (one.many > most.many ? one : most)).sign, text];
}
