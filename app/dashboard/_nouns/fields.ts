import { z } from "zod";
import { keyOf } from "@/app/dashboard/_nouns/key-of";
import { later } from "@/app/dashboard/_words/later";
import { key, line, name, word } from "@/lib/core/contract/fields";
import { ServiceError } from "@/lib/kernel/errors";

/** Required text of a form.
 *  @param says message when it is missing */
const requiredText = (says: string) => z.string({ error: says }).trim().min(1, says);

/** Name of a thing. */
export const nameField = requiredText(later("frame", "fields.nameMissing"))
  .max(200, later("frame", "fields.tooLong", { max: 200 }))
  .refine((text) => name.safeParse(text).success, later("frame", "fields.control"));

const KEY_RULE = later("frame", "fields.keyRule");

/** Key by which code refers to a thing. */
export const keyField = requiredText(later("frame", "fields.keyMissing")).refine(
  (text) => key.safeParse(text).success,
  KEY_RULE,
);

/** Key of a new thing: an empty one is made from the name (`withKey`). */
export const newKeyField = z
  .string()
  .trim()
  .default("")
  .refine((text) => text === "" || key.safeParse(text).success, KEY_RULE);

/** Returns the input of a form that creates something, with the typed key or else one made from the name.
 *  @throws ServiceError `unprocessable` for a name that no key can be made from */
export function withKey<T extends { name: string; key: string }>(input: T): T {
  const key = input.key || keyOf(input.name);
  if (key === "")
    throw new ServiceError("unprocessable", {
      detail: `key: ${later("frame", "fields.keyNotMade")}`,
    });
  return { ...input, key };
}

/** Optional line; null when empty. */
export function optionalLine(max: number) {
  return z
    .string()
    .trim()
    .max(max, later("frame", "fields.tooLong", { max }))
    .transform((text) => (text === "" ? null : text))
    .refine(
      (text) => text === null || line(max).safeParse(text).success,
      later("frame", "fields.control"),
    );
}

/** Optional text in a format; null when empty.
 *  @param says message for any other text */
export function optionalFormatted(pattern: RegExp, says: string) {
  return z
    .string()
    .trim()
    .transform((text) => text || null)
    .refine((text) => text === null || pattern.test(text), says);
}

/** Permissions or entitlements, as people type them: a line each, or separated by commas. */
export const wordsField = z
  .string()
  .default("")
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean))])
  .refine(
    (list) => list.length <= 500 && list.every((one) => word.safeParse(one).success),
    later("frame", "fields.words"),
  );

/** Optional id; an empty choice of a select is null. */
export const optionalId = z
  .union([z.literal(""), z.uuid()], { error: later("frame", "fields.choose") })
  .transform((id) => (id === "" ? null : id));

/** Ids of the ticked boxes. */
export const tickedIds = z
  .array(z.uuid())
  .max(1000, later("frame", "fields.chooseAtMost", { max: 1000 }));

/** Whether a box is ticked. */
export const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** Id of the thing that a form is about. */
export const About = z.object({ id: z.uuid() });

/** Reference to an existing thing: an address, a slug, an id. */
export const namingField = requiredText(later("frame", "fields.missing")).refine(
  (text) => line(254).safeParse(text).success,
  later("frame", "fields.nobody"),
);
