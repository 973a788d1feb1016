import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
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
  const texts = decoded(pieces);
  let head = "";
  while (!head.includes("\n") && head.length <= LONGEST) {
    const { value, done } = await texts.next();
    if (done) break;
    head += value;
  }
  const [delimiter, rest] = separated(head);
  const parser = parse({
    delimiter,
    recordDelimiter: ["\r\n", "\n"],
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    maxRecordSize: LONGEST,
  });
  try {
    // Errors of the pieces reach the reader through the parser.
    yield* pipeline(Readable.from(chained(rest, texts)), parser, () => {});
  } catch (error) {
    throw error instanceof CsvError ? new BadFile(problemOf(error), { cause: error }) : error;
  }
}

async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function* chained(first: string, rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield first;
  yield* rest;
}

function problemOf({ code, message }: CsvError): string {
  if (code === "CSV_MAX_RECORD_SIZE") return `A record is longer than ${LONGEST} characters.`;
  return code === "CSV_QUOTE_NOT_CLOSED" ? "The file ends within a field in quotes." : message;
}

/** Separator of a file, and the file without its `sep=` line. */
function separated(text: string): [separator: string, rest: string] {
  const separatorLine = /^sep=(.)\r?(\n|$)/i.exec(text);
  if (separatorLine) return [separatorLine[1] ?? ",", text.slice(separatorLine[0].length)];
  const head = (text.split("\n")[0] ?? "").replace(/"[^"]*"/g, "");
  const counted = [",", ";", "\t"].map((sign) => ({ sign, many: head.split(sign).length }));
  return [counted.reduce((most, one) => (one.many > most.many ? one : most)).sign, text];
}
