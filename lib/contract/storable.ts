// jsonb takes neither NUL nor half a surrogate pair, however deep. A number that overflows would become null on the way, and
// of a whole number beyond 2^53 the last digits are gone once it is parsed: another id, perhaps somebody else's.

/** What is said of a value that is not `storable`. */
export const NOT_STORABLE =
  "holds characters that cannot be stored, or a number that would lose digits (beyond 2^53, send it as text)";

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
