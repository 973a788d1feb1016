// JSON without a schema of ours is stored exactly as sent, or refused. jsonb accepts neither NUL nor half a
// surrogate pair, however deep. A number with more digits than a double holds would become another one in
// JavaScript: another id, perhaps another user's. jsonb stores it exactly, and so does an object of
// `JSON.rawJSON`, which `JSON.stringify` writes in its digits. Node 22 has it, and TypeScript does not name
// it yet. Where it is missing, such a number is refused.

interface Digits {
  readonly rawJSON: string;
}
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON?: (digits: string) => Digits;
  isRawJSON?: (value: unknown) => value is Digits;
};

/** Refusal of free-form JSON that is not `storable`. */
export const NOT_STORABLE =
  "holds characters that cannot be stored, or a number that would lose digits (write it without an exponent, or send it as text)";

/** Whether this runtime can hold a number that a double can't. */
export const keepsDigits = rawJSON !== undefined;

/** Parses JSON; a number that a double can't hold keeps its digits. One with an exponent becomes infinite,
 *  which no schema accepts: written out, it may have any length.
 *  @throws SyntaxError */
export function parseJson(
  text: string,
  keepDigits: (digits: string) => unknown = rawJSON ?? Number,
): unknown {
  if (!mayLoseDigits(text)) return JSON.parse(text);
  return JSON.parse(text, (_: string, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value !== "number" || source === undefined) return value;
    if (Math.abs(value) < BEFORE_EXPONENTS && isSame(source, value)) return value;
    return /e/i.test(source) ? Number.POSITIVE_INFINITY : keepDigits(source);
  });
}

/** Whether a JSON text may contain a number that a double can't hold. */
export function mayLoseDigits(text: string): boolean {
  return MAY_LOSE_DIGITS.test(text);
}

/** A number in a value's position with an exponent, or with as many digits as a double may not hold. */
const MAY_LOSE_DIGITS = /(?:^|[\s:,[])-?\d(?:[\d.]{15}|[\d.]*[eE])/;
/** From here on JavaScript writes a double with an exponent. */
const BEFORE_EXPONENTS = 1e21;

/** The digits of a number that `parseJson` left in them; null for anything else. */
export function digitsOf(value: unknown): string | null {
  return isRawJSON?.(value) ? value.rawJSON : null;
}

/** Whether a number, as JavaScript writes it, equals the one in a text. */
export function isSame(text: string, value: number): boolean {
  const [sent, held] = [decimal(text), decimal(String(value))];
  return sent.digits === held.digits && (sent.digits === "" || sent.exponent === held.exponent);
}

/** Digits of a number without zeros on either side, and the power of ten of the last digit. */
function decimal(text: string): { digits: string; exponent: number } {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = (whole + fraction).replace(/^0+/, "");
  let end = all.length;
  while (all[end - 1] === "0") end -= 1;
  return {
    digits: all.slice(0, end),
    exponent: Number(exponent) - fraction.length + all.length - end,
  };
}

/** Whether a parsed JSON value can be stored as it was sent. */
export function storable(value: unknown): boolean {
  return isTaken(value, keepsDigits ? isStorableNumber : isExactDouble);
}

/** Like `storable`, for JSON that has a schema, in which numbers must fit a double. */
export function storableInDoubles(value: unknown): boolean {
  return isTaken(value, isExactDouble);
}

function isTaken(value: unknown, takesNumber: (value: unknown) => boolean): boolean {
  if (typeof value === "number" || digitsOf(value) !== null) return takesNumber(value);
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(
    ([name, inner]) =>
      name !== "__proto__" && isTaken(name, takesNumber) && isTaken(inner, takesNumber),
  );
}

/** Number of digits that PostgreSQL's numeric has after the point. */
const MOST_DIGITS = 16_383;

function isStorableNumber(value: unknown): boolean {
  const digits = digitsOf(value);
  return digits === null
    ? Math.abs(Number(value)) !== Number.POSITIVE_INFINITY
    : digits.length <= MOST_DIGITS;
}

function isExactDouble(value: unknown): boolean {
  return Number.isSafeInteger(value) || (!Number.isInteger(value) && Number.isFinite(value));
}
