import { z } from "zod";

/** Fields that are never sent back: proofs and secrets. */
const SECRET = /^proof-|(password|secret|^code)$/i;

/** Returns the fields of a form as a schema expects them: several of one name become a list where it expects
 *  one. */
export function fieldsOf(form: FormData, schema: z.ZodObject): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, values] of valuesOf(form))
    fields[name] = isList(schema.shape[name]) ? values : values[0];
  for (const [name, type] of Object.entries(schema.shape)) if (isList(type)) fields[name] ??= [];
  return fields;
}

/** Returns the typed texts without the word of a confirmation, which has to be typed again: for a form that
 *  is shown after a refusal. Several values of one name are lines of one text. */
export function typedWithoutConfirmation(form: FormData): Record<string, string> {
  const typed = typedIn(form);
  return "confirmation" in typed ? { ...typed, confirmation: "" } : typed;
}

/** Returns the typed texts with the word of a confirmation: for a form that was not refused, only interrupted
 *  by a question. */
export function typedIn(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, values] of valuesOf(form)) {
    if (name.startsWith("$") || SECRET.test(name)) continue;
    typed[name] = values.filter((value): value is string => typeof value === "string").join("\n");
  }
  return typed;
}

/** Returns all values of each name, in one pass. */
function valuesOf(form: FormData): Map<string, FormDataEntryValue[]> {
  const found = new Map<string, FormDataEntryValue[]>();
  for (const [name, value] of form) {
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}

function isList(type: unknown): boolean {
  if (type instanceof z.ZodArray) return true;
  if (
    type instanceof z.ZodOptional ||
    type instanceof z.ZodDefault ||
    type instanceof z.ZodPrefault
  )
    return isList(type.def.innerType);
  return type instanceof z.ZodPipe && isList(type.def.in);
}
