import { z } from "zod";
import type { FirebaseParameters } from "@/lib/core/passwords/firebase-scrypt";
import { lineFields } from "@/lib/features/migration/contract/user-import";
import { fromAuth0 } from "@/lib/features/migration/import/auth0-format";
import { BadFile, NotOfFormat } from "@/lib/features/migration/import/bad-file";
import { fromCognito } from "@/lib/features/migration/import/cognito-format";
import { csvRecords } from "@/lib/features/migration/import/csv-records";
import { fromFirebase } from "@/lib/features/migration/import/firebase-format";
import { type ForeignUser, identityOfLine } from "@/lib/features/migration/import/foreign-user";
import { jsonElements } from "@/lib/features/migration/import/json-elements";
import { type JsonLine, jsonLines } from "@/lib/features/migration/import/json-lines";
import { fromKeycloak } from "@/lib/features/migration/import/keycloak-format";
import { fromBetterAuth, fromCsv, fromLogto } from "@/lib/features/migration/import/row-formats";
import type { ImportedLine, ImportFormat } from "@/lib/features/migration/import/user-import";

/** Options that some formats need. */
export interface FormatOptions {
  firebase?: FirebaseParameters | null;
  /** Fields of CSV columns with other names. */
  columns?: Readonly<Record<string, string>>;
}

/** Converts the lines of a file in any of the formats, while it is read.
 *  @param read validates the converted line
 *  @throws NotOfFormat for a file that is not of the format at all; and all errors of the pieces */
export async function* formattedLines(
  pieces: AsyncIterable<Uint8Array>,
  format: ImportFormat,
  read: (line: number, value: unknown) => ImportedLine,
  options: FormatOptions = {},
): AsyncGenerator<ImportedLine, void> {
  try {
    yield* linesIn(pieces, format, read, options);
  } catch (error) {
    // Errors of a scanner, and of a decoder for invalid UTF-8.
    if (error instanceof BadFile || error instanceof TypeError)
      throw new NotOfFormat(error.message, { cause: error });
    throw error;
  }
}

async function* linesIn(
  pieces: AsyncIterable<Uint8Array>,
  format: ImportFormat,
  read: (line: number, value: unknown) => ImportedLine,
  options: FormatOptions,
): AsyncGenerator<ImportedLine, void> {
  if (format === "ndjson") {
    for await (const one of jsonLines(pieces)) yield lineRead(one, read, null);
    return;
  }
  if (format === "csv") {
    for await (const one of csvLines(pieces, options.columns ?? {}))
      yield lineRead(one, read, ofCsv);
    return;
  }
  const [key, translate] = translators(options)[format];
  for await (const one of jsonElements(pieces, key)) yield lineRead(one, read, translate);
}

type Translate = (value: unknown) => ForeignUser;
const ofCsv: Translate = (value) => fromCsv(value as Record<string, string>);

/** For each format: the key of its document that contains the users, and the converter of a user. */
function translators({ firebase = null }: FormatOptions) {
  return {
    auth0: [null, fromAuth0],
    keycloak: ["users", fromKeycloak],
    firebase: ["users", fromFirebase(firebase)],
    cognito: ["Users", fromCognito],
    logto: [null, fromLogto],
    "better-auth": [null, fromBetterAuth],
  } as const satisfies Record<
    Exclude<ImportFormat, "ndjson" | "csv">,
    readonly [string | null, Translate]
  >;
}

function lineRead(
  one: JsonLine,
  read: (line: number, value: unknown) => ImportedLine,
  translate: Translate | null,
): ImportedLine {
  const { line } = one;
  const refused = (detail: string): ImportedLine => ({
    problem: { line, ...identityOfLine(one.value), code: "malformed", detail },
  });
  if ("problem" in one) return refused(one.problem);
  if (!translate) return read(line, one.value);
  let user: ForeignUser;
  try {
    user = translate(one.value);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return refused(z.prettifyError(error).replaceAll("\n", " ").slice(0, 500));
  }
  return read(line, user);
}

async function* csvLines(
  pieces: AsyncIterable<Uint8Array>,
  columns: Readonly<Record<string, string>>,
): AsyncGenerator<JsonLine, void> {
  let names: string[] | null = null;
  let line = 0;
  for await (const fields of csvRecords(pieces)) {
    line += 1;
    if (names === null) {
      names = columnNames(fields, columns);
      continue;
    }
    const record = Object.fromEntries(names.map((name, at) => [name, fields[at] ?? ""]));
    if (fields.length === names.length) yield { line, value: record };
    else
      yield {
        line,
        value: record,
        problem: `The record has ${fields.length} fields, and not ${names.length}.`,
      };
  }
}

/** Maps the columns of a CSV file to fields, case-insensitively.
 *  @throws NotOfFormat if no record could be a user: one error instead of one for each */
function columnNames(head: readonly string[], columns: Readonly<Record<string, string>>): string[] {
  const plain = (name: string) => name.trim().toLowerCase();
  const renamed = new Map(
    Object.entries(columns).map(([name, field]) => [plain(name), plain(field)]),
  );
  const names = head.map((name) => renamed.get(plain(name)) ?? plain(name));
  const unknown = names.filter((name) => !lineFields.includes(name));
  if (unknown.length > 0)
    throw new NotOfFormat(
      `The first line has what is no field of a user: ${unknown.slice(0, 20).join(", ").slice(0, 300)}. Fields are ${lineFields.join(", ")}.`,
    );
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new NotOfFormat(`The first line names ${twice} twice.`);
  if (!names.includes("email")) throw new NotOfFormat("The first line names no column email.");
  return names;
}
