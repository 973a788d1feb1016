import { z } from "zod";

/** An id in a body, spelled as PostgreSQL does. */
export const bodyId = z.uuid().toLowerCase();

/** An id that a browser sends back. A value that is no id is treated as an unknown id, not as
 *  a malformed request. */
export const replayedId = z.string().min(1).max(200).toLowerCase();

// Control characters break log lines and headers, and NUL breaks PostgreSQL's text. Any white space
// may surround a text, because it is trimmed before it is stored. Has no flags, because the API
// description contains it.
const CONTROL = String.raw`\u0000-\u001f\u007f-\u009f`;
const PRINTABLE = new RegExp(String.raw`^\s*[^\s${CONTROL}](?:[^${CONTROL}]*[^\s${CONTROL}])?\s*$`);
// PostgreSQL's text takes no lone surrogate either, which no pattern can express in every language.
const isWhole = (text: string) => text.isWellFormed();

/** Schema of one line of text for people. */
export function line(max: number) {
  return z
    .string()
    .regex(PRINTABLE, "must be a line of text without control characters")
    .trim()
    .min(1)
    .max(max)
    .refine(isWhole, "holds half of a surrogate pair");
}

/** Name of a resource. */
export const name = line(200);

/** Stable key by which code refers to a resource; unique in an environment. */
export const key = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/,
    "must be 1 to 64 letters, digits, dots, colons, dashes or underscores",
  );

/** Format of a permission or an entitlement. */
export const WORD = /^[\x21-\x7e]{1,128}$/;

/** A permission or an entitlement. */
export const word = z.string().regex(WORD, "must be 1 to 128 printable characters without spaces");

/** A set of permissions or entitlements; a repeated one counts once. */
export const words = z
  .array(word)
  .max(500)
  .overwrite((list) => [...new Set(list)]);

/** A set of ids; a repeated one counts once. */
export const idSet = z
  .array(bodyId)
  .max(1000)
  .overwrite((list) => [...new Set(list)]);
