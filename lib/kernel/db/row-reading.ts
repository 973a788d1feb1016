import pg from "pg";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { camelName } from "@/lib/kernel/names";

/** Names and parsers for the rows of a statement. */
export interface Reading {
  names: string[];
  parsers: ((text: string) => unknown)[];
}

const INT8 = 20;
const JSON_TYPES = [114, 3802];
const TIMESTAMPTZ = 1184;

/** Sets names and parsers from PostgreSQL's description of a statement's columns. */
export function noteColumns(reading: Reading, fields: readonly pg.FieldDef[]): void {
  reading.names = fields.map(({ name }) => camelName(name));
  reading.parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
}

/** Returns a row with the names and types of code.
 *  @throws RangeError for a number that JavaScript can't hold exactly */
export function rowOf({ names, parsers }: Reading, fields: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) {
    const [name, parse, text] = [names[at], parsers[at], fields[at]];
    if (name === undefined || parse === undefined) continue;
    row[name] = text == null ? null : parse(text);
  }
  return row;
}

function parserOf(dataTypeId: number): (text: string) => unknown {
  const usual = pg.types.getTypeParser(dataTypeId, "text");
  if (JSON_TYPES.includes(dataTypeId)) return (text) => parseJson(text);
  if (dataTypeId === TIMESTAMPTZ) return (text) => momentOf(text) ?? usual(text);
  return dataTypeId === INT8 ? safeInteger : usual;
}

/** Parses an integer.
 *  @throws RangeError for one that a number can't hold exactly */
function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`A bigint that no number holds: ${text}`);
  return number;
}

/** Parses a moment in the one form that our connections have PostgreSQL write, such as `2026-11-21
 *  09:00:00.123+00`, to the millisecond. The usual parser takes four times as long for any form.
 *  @returns null for another form */
export function momentOf(text: string): Date | null {
  const isUsual = text[4] === "-" && text[10] === " " && text.endsWith("+00") && text[0] !== "0";
  if (!isUsual) return null;
  const fraction = text.length > 22 ? Number(text.slice(19, -3)) : 0;
  const [year, month, day] = [
    twoAt(text, 0) * 100 + twoAt(text, 2),
    twoAt(text, 5),
    twoAt(text, 8),
  ];
  const [hour, minute, second] = [twoAt(text, 11), twoAt(text, 14), twoAt(text, 17)];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, fraction * 1000));
}

const ZERO = "0".charCodeAt(0);

function twoAt(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}
