import { z } from "zod";
import { keyOf } from "@/app/dashboard/_nouns/key-of";
import { later } from "@/app/dashboard/_words/later";
import { key, line, name, word } from "@/lib/core/contract/fields";
import { ServiceError } from "@/lib/kernel/errors";

/** Required text of a form.
 *  @param says message when it is missing */
const told = (says: string) => z.string({ error: says }).trim().min(1, says);

/** The name a thing goes by. */
export const nameField = told(later("frame", "fields.nameMissing"))
  .max(200, later("frame", "fields.tooLong", { max: 200 }))
  .refine((text) => name.safeParse(text).success, later("frame", "fields.control"));

const KEY_RULE = later("frame", "fields.keyRule");

/** The key that code knows a thing by. */
export const keyField = told(later("frame", "fields.keyMissing")).refine(
  (text) => key.safeParse(text).success,
  KEY_RULE,
);

/** The key of something new: one that is left empty is made from the name (`withKey`). */
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

/** A line that may be left empty, which is null. */
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

/** Permissions or entitlements, as people type them: a line each, or with commas between. */
export const wordsField = z
  .string()
  .default("")
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean))])
  .refine(
    (list) => list.length <= 500 && list.every((one) => word.safeParse(one).success),
    later("frame", "fields.words"),
  );

/** A choice that may be none, which a select sends as nothing. */
export const optionalId = z
  .union([z.literal(""), z.uuid()], { error: later("frame", "fields.choose") })
  .transform((id) => (id === "" ? null : id));

/** The ticked ones of several. */
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
export const namingField = told(later("frame", "fields.missing")).refine(
  (text) => line(254).safeParse(text).success,
  later("frame", "fields.nobody"),
);
