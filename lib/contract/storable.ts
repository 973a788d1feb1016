// jsonb takes neither NUL nor half a surrogate pair, however deep, and a number that overflows would become
// null on the way; all of them survive JSON.parse.

/** Whether a parsed JSON value can be stored as it is. */
export function storable(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([field, inner]) => storable(field) && storable(inner));
}
