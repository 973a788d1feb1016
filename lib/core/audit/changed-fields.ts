import { isDeepStrictEqual } from "node:util";

/** Which of the wanted values differ from what is stored. An audit event names them, and a change that
 *  changes nothing writes none. Undefined is a field that was not mentioned. */
export function changedFields<T extends object>(
  stored: T,
  wanted: Partial<T>,
): (keyof T & string)[] {
  return (Object.keys(wanted) as (keyof T & string)[]).filter(
    (field) => wanted[field] !== undefined && !isDeepStrictEqual(stored[field], wanted[field]),
  );
}
