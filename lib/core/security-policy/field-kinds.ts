import { z } from "zod";

export type PolicyUnit = "seconds" | "minutes" | "days" | "characters" | "failures";

interface About {
  /** Key of the dashboard's card that shows the field, and of the card's texts. */
  setting: string;
  /** Meaning for operators: in the API description and in the schema of configuration files. */
  description: string;
  /** Meaning for users, whose account security shows the field; absent for fields that users don't see. */
  userDescription?: string;
}

interface Range extends About {
  /** Bounds, both included: for a tenant's overrides and for the platform's defaults alike. PostgreSQL has
   *  the same bounds. */
  least: number;
  most: number;
  unit: PolicyUnit;
}

// Each kind has the type of a value, which users read, and the schema of a value that is written. A schema
// only describes the bounds of a number: the rules refuse a number outside with 422, to distinguish it from a
// value of the wrong type.

/** A whole number. */
export function whole<const A extends Range & { default: number }>(about: A) {
  const type = z.int();
  return { ...about, kind: "whole" as const, type, schema: inRange(type, about) };
}

/** A whole number, or null, which is off. */
export function wholeOrOff<const A extends Range>(about: A) {
  const type = z.int().nullable();
  const schema = described(inRange(z.int(), about).nullable(), about);
  return { ...about, default: null, kind: "whole" as const, type, schema };
}

/** Yes or no. */
export function flag<const A extends About & { default: boolean }>(about: A) {
  const type = z.boolean();
  return { ...about, kind: "flag" as const, type, schema: described(type, about) };
}

/** One of a few values. */
export function choice<
  const V extends readonly string[],
  const A extends About & { default: V[number] },
>(values: V, about: A) {
  const type = z.enum(values);
  return { ...about, kind: "choice" as const, values, type, schema: described(type, about) };
}

/** Any of a few values: all of them by default. */
export function several<const V extends readonly string[], const A extends About>(
  values: V,
  about: A,
) {
  const type = z.array(z.enum(values));
  const schema = described(type.max(values.length), about);
  return { ...about, default: values, kind: "several" as const, values, type, schema };
}

function described<S extends z.ZodType>(schema: S, { description }: About): S {
  return schema.meta({ description });
}

function inRange(schema: z.ZodInt, { least, most, description }: Range): z.ZodInt {
  return schema.meta({ minimum: least, maximum: most, description });
}
