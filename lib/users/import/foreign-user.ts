import { z } from "zod";

/** A user of another system in the words of an import's line, or why the user is not taken along. */
export type ForeignUser = { line: Record<string, unknown> } | { disabled: true };

/** A text of another system's; exports write an empty one where there is none. */
export const foreignText = z
  .string()
  .nullish()
  .transform((given) => given || undefined);

/** Yes or no of another system's, which may be absent. */
export const foreignFlag = z.boolean().nullish();

/** A line of only what is there. */
export function lineOf(fields: Record<string, unknown>): ForeignUser {
  return { line: Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) };
}
