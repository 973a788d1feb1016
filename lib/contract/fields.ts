import { z } from "zod";

/** An id in a body, as PostgreSQL spells it. */
export const bodyId = z.uuid().toLowerCase();

// Control characters break log lines and headers, NUL and half a surrogate pair break PostgreSQL's text.
const isPrintable = (text: string) => !/\p{Cc}|\p{Cs}/u.test(text);

/** A line of text for people. */
export function line(max: number) {
  return z.string().trim().min(1).max(max).refine(isPrintable, "holds control characters");
}

/** The name a resource goes by. */
export const name = line(200);

/** A stable name that code refers to; unique in an environment. */
export const key = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/,
    "must be 1 to 64 letters, digits, dots, colons, dashes or underscores",
  );

/** A permission or an entitlement. */
export const word = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, "must be 1 to 128 printable characters without spaces");

/** A set of such words; a repeated one counts once. */
export const words = z
  .array(word)
  .max(500)
  .overwrite((list) => [...new Set(list)]);

/** A set of ids; a repeated one counts once. */
export const idSet = z
  .array(bodyId)
  .max(1000)
  .overwrite((list) => [...new Set(list)]);
