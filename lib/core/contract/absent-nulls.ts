import { z } from "zod";

/** Returns a value without the null members whose schema allows absence but not null: both mean the same
 *  there. A member whose null has a meaning, as in a PATCH, has a schema that takes null. */
export function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  // Most bodies contain no null, and the search is cheap for every body.
  return hasNull(value) ? stripped(schema, value) : value;
}

function hasNull(value: unknown): boolean {
  if (typeof value !== "object") return false;
  if (value === null) return true;
  if (Array.isArray(value)) return value.some(hasNull);
  for (const name in value) if (hasNull(Reflect.get(value, name))) return true;
  return false;
}

function stripped(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = bareSchema(schema);
  if (Array.isArray(value))
    return known instanceof z.ZodArray
      ? value.map((one) => stripped(known.element as z.ZodType, one))
      : value;
  if (known instanceof z.ZodDiscriminatedUnion) {
    const option = optionOf(known, value);
    return option ? stripped(option, value) : value;
  }
  if (!(known instanceof z.ZodRecord || known instanceof z.ZodObject)) return value;
  const memberOf = (name: string): unknown => {
    if (known instanceof z.ZodRecord) return known.valueType;
    return Object.hasOwn(known.shape, name) ? known.shape[name] : known.def.catchall;
  };
  const members = Object.entries(value).flatMap(([name, inner]) => {
    const member = memberOf(name) as z.ZodType | undefined;
    if (!member) return [[name, inner]];
    return inner === null && isAbsentByNull(member) ? [] : [[name, stripped(member, inner)]];
  });
  return Object.fromEntries(members);
}

/** Returns the schema inside its wrappers for absence, defaults and transforms. */
export function bareSchema(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  )
    return bareSchema(schema.def.innerType as z.ZodType);
  return schema instanceof z.ZodPipe ? bareSchema(schema.def.in as z.ZodType) : schema;
}

/** Returns the option of a discriminated union that the value's discriminator selects. */
function optionOf(union: z.ZodDiscriminatedUnion, value: object): z.ZodType | undefined {
  const { discriminator, options } = union.def;
  const word = Object.entries(value).find(([name]) => name === discriminator)?.[1];
  return options.find((one) =>
    one._zod.propValues?.[discriminator]?.has(word as z.core.util.Primitive),
  ) as z.ZodType | undefined;
}

const absenceCache = new WeakMap<z.ZodType, boolean>();

/** Whether null means no more than absence for a member. */
function isAbsentByNull(member: z.ZodType): boolean {
  const before = absenceCache.get(member);
  if (before !== undefined) return before;
  const isAbsent = member.safeParse(undefined).success && !member.safeParse(null).success;
  absenceCache.set(member, isAbsent);
  return isAbsent;
}
