import { z } from "zod";

/** A user of another system, converted to the fields of an import's line. */
export type ForeignUser = Record<string, unknown>;

/** A text field of another system. Exports write an empty text if there is none. */
export const foreignText = z
  .string()
  .nullish()
  .transform((input) => input || undefined);

/** An optional boolean of another system. */
export const foreignFlag = z.boolean().nullish();

/** Status of a user of another system. Undefined for an active one: users suspended in this service stay
 *  suspended. */
export const statusOf = (isShutOut: boolean | null | undefined) =>
  isShutOut ? "suspended" : undefined;

/** Returns the fields that are not null. */
export function presentFields<T extends object>(fields: T) {
  const present = Object.entries(fields).filter(([, value]) => value != null);
  return Object.fromEntries(present) as { [Name in keyof T]?: NonNullable<T[Name]> };
}

/** Removes absent fields, and spaces around the address. */
export function lineOf({ email, ...fields }: Record<string, unknown>): ForeignUser {
  return presentFields({ email: typeof email === "string" ? email.trim() : email, ...fields });
}

/** Address and external id of a line or row, for reports of problems. Works for invalid lines too, as far
 *  as the values can be stored and shown. */
export function identityOfLine(value: unknown): {
  email: string | null;
  externalId: string | null;
} {
  const row = Object(value) as Record<string, unknown>;
  const first = (names: readonly string[]) => {
    const text = names.map((name) => row[name]).find((one) => typeof one === "string");
    // PostgreSQL accepts neither NUL nor half of a surrogate pair.
    return typeof text === "string" ? text.toWellFormed().replaceAll("\0", "").slice(0, 320) : null;
  };
  return {
    email: first(["email", "primaryEmail"]),
    externalId: first(["external_id", "user_id", "id", "localId", "Username"]),
  };
}
