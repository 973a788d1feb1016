import { snakeName } from "@/lib/kernel/names";

/** Returns the previous and new values of fields, as an audit event states them: under the API's names;
 *  null is "not set". */
export function beforeAndAfter<T extends object>(
  before: Partial<T>,
  after: Partial<T>,
  fields: (keyof T & string)[],
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const withWireNames = (values: Partial<T>) =>
    Object.fromEntries(fields.map((field) => [snakeName(field), values[field] ?? null]));
  return { before: withWireNames(before), after: withWireNames(after) };
}
