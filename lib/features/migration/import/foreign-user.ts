import { z } from "zod";

/** A user of another system in the words of an import's line. */
export type ForeignUser = Record<string, unknown>;

/** A text of another system's; exports write an empty one where there is none. */
export const foreignText = z
  .string()
  .nullish()
  .transform((given) => given || undefined);

/** Yes or no of another system's, which may be absent. */
export const foreignFlag = z.boolean().nullish();

/** The status of a user of another system. That somebody may sign in there says nothing: whoever was suspended here stays so. */
export const statusOf = (isShutOut: boolean | null | undefined) =>
  isShutOut ? "suspended" : undefined;

/** A line of only what is there. Spaces around an address are nobody's. */
export function lineOf({ email, ...fields }: Record<string, unknown>): ForeignUser {
  const all = { email: typeof email === "string" ? email.trim() : email, ...fields };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value != null));
}

/** As much of who a line or a row is about as can be stored and shown, also where it can't be read. */
export function whoseLine(value: unknown): { email: string | null; externalId: string | null } {
  const row = Object(value) as Record<string, unknown>;
  const first = (names: readonly string[]) => {
    const text = names.map((name) => row[name]).find((one) => typeof one === "string");
    // PostgreSQL takes neither NUL nor half of a surrogate pair.
    return typeof text === "string" ? text.toWellFormed().replaceAll("\0", "").slice(0, 320) : null;
  };
  return {
    email: first(["email", "primaryEmail"]),
    externalId: first(["external_id", "user_id", "id", "localId", "Username"]),
  };
}
