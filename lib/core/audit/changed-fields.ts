import { isDeepStrictEqual } from "node:util";

/** Returns the fields whose new values differ from the stored ones. An audit event names them, and a
 *  change without an effect writes none. Undefined is a field that was not mentioned. */
export function changedFields<T extends object>(
  stored: T,
  changes: Partial<T>,
): (keyof T & string)[] {
  return (Object.keys(changes) as (keyof T & string)[]).filter(
    (field) => changes[field] !== undefined && !isDeepStrictEqual(stored[field], changes[field]),
  );
}
