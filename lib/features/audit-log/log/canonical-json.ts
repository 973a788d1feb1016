import { digitsOf, isSame } from "@/lib/kernel/db/exact-json";

/** Serialises a value so that everyone gets the same bytes: names sorted by UTF-16 code units, no white
 *  space, numbers and strings as in ECMAScript (RFC 8785, JSON Canonicalization Scheme). A number that a
 *  double cannot hold keeps its own digits, so that no other value has the same bytes. Undefined members
 *  are left out.
 *  @throws TypeError for values without a JSON form: a number that is not finite, a lone surrogate, a
 *  function */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return scalar(value);
  if (Array.isArray(value)) return list(value);
  const digits = digitsOf(value);
  return digits === null ? members(value as Record<string, unknown>) : number(digits);
}

function list(values: readonly unknown[]): string {
  let text = "[";
  for (let at = 0; at < values.length; at += 1)
    text += at === 0 ? canonicalJson(values[at]) : `,${canonicalJson(values[at])}`;
  return `${text}]`;
}

function members(value: Record<string, unknown>): string {
  let text = "";
  for (const name of inOrder(Object.keys(value))) {
    const member = value[name];
    if (member === undefined) continue;
    text += `${text === "" ? "{" : ","}${quoted(name)}:${canonicalJson(member)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

/** Sorts names by UTF-16 code units, as `sort` compares strings. Most are sorted already. */
function inOrder(names: string[]): string[] {
  for (let at = 1; at < names.length; at += 1)
    if ((names[at] as string) < (names[at - 1] as string)) return names.sort();
  return names;
}

/** ASCII without characters to escape: the common case, several times faster than `JSON.stringify`. */
const plain = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError("A string of JSON has no lone surrogates");
  return JSON.stringify(text);
}

function number(digits: string): string {
  const value = Number(digits);
  return isSame(digits, value) ? JSON.stringify(value) : digits;
}

function scalar(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError("A number of JSON is finite");
  if (typeof value !== "number" && typeof value !== "boolean" && value !== null)
    throw new TypeError(`JSON has no form for a ${typeof value}`);
  return JSON.stringify(value);
}
