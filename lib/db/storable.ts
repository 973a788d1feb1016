// Free-form JSON is stored as it was sent, or refused. jsonb takes neither NUL nor half a surrogate pair, however deep. A number that
// overflows would become null on the way, and of one with more digits than a double holds the last are gone once it is parsed: another
// id, perhaps somebody else's. The log of audit events commits to a canonical form (RFC 8785) that has no such number either.

/** What is said of a value that is not `storable`. */
export const NOT_STORABLE =
  "holds characters that cannot be stored, or a number that would lose digits (beyond 2^53, send it as text)";

/** A JSON text as JavaScript has it, in which a fraction that would lose digits is not a number: no schema takes it, and it is not
 *  `storable`. A whole number is judged by its value.
 *  @throws SyntaxError */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return MAY_LOSE_DIGITS.test(text) ? JSON.parse(text, exactly) : value;
}

/** Of what stands where a number may: one with an exponent, or as many digits as a double may not hold. */
const MAY_LOSE_DIGITS = /(?:^|[\s:,[])-?\d(?:[\d.]{16}|[\d.]*[eE])/;

function exactly(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== "number" || !Number.isFinite(value) || !source) return value;
  if (!/[.eE]/.test(source)) return value;
  if (source.length > LONGEST) return Number.NaN;
  const { digits } = decimal(source);
  const isKept = digits.length <= MOST_DIGITS && isSame(source, value, Math.max(1, digits.length));
  return isKept ? value : Number.NaN;
}

/** What `toPrecision` writes at the most, and characters of a number that has no more. */
const [MOST_DIGITS, LONGEST] = [100, 128];

/** Whether a number, written with so many digits, is what was sent. */
function isSame(source: string, value: number, precision: number): boolean {
  const [sent, kept] = [decimal(source), decimal(value.toPrecision(precision))];
  return sent.digits === kept.digits && (sent.digits === "" || sent.exponent === kept.exponent);
}

/** A number's digits, without zeros on either side, and the power of ten that the last of them stands for. */
function decimal(text: string): { digits: string; exponent: number } {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  return { digits, exponent: Number(exponent) - fraction.length + all.length - digits.length };
}

/** Whether a parsed JSON value can be stored as it was sent. */
export function storable(value: unknown): boolean {
  if (typeof value === "number")
    return Number.isSafeInteger(value) || (!Number.isInteger(value) && Number.isFinite(value));
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(
    ([field, inner]) => field !== "__proto__" && storable(field) && storable(inner),
  );
}
