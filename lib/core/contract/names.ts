import { z } from "zod";

/** `snake_case` as TypeScript names it. */
export type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** An object's own keys in camelCase; what is inside them is left as it came. */
export type CamelKeys<T> = T extends object ? { [K in keyof T as Camel<K & string>]: T[K] } : T;

/** The name inside the house of a field on the wire. */
export function camelName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The name on the wire of a field inside the house. */
export function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** An object with its own keys renamed; undefined stays undefined, so that PATCH can tell absent from null. */
export function camelKeys<T extends object>(object: T): CamelKeys<T> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [camelName(key), value]),
  ) as CamelKeys<T>;
}

/** An object with its own keys as the wire spells them; what is inside them is left as it came. */
export function snakeKeys(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [snakeName(key), value]));
}

/** An object's keys, and those of everything inside it, as the wire spells them. */
export function snakeKeysDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeysDeep);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [snakeName(key), snakeKeysDeep(inner)]),
  );
}

/** An id that the service made. */
export const id = z.uuid();

/** RFC 3339 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

const [FIRST, BEYOND] = [Date.parse("0001-01-01T00:00:00Z"), Date.UTC(10_000, 0, 1)];

/** A moment that a caller names, with any offset. PostgreSQL has no year 0, and the wire has no year of five digits. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) >= FIRST, "is before the year 1")
  .refine((text) => Date.parse(text) < BEYOND, "is after the year 9999");

/** The same of something that happens while there are computers. */
export const momentFrom1970 = moment.refine((text) => Date.parse(text) >= 0, "is before 1970");

/** A moment as the wire writes it. */
export function wireTime(at: Date): string {
  return at.toISOString();
}

/** The same for a moment that may not have come. */
export function wireTimeOrNull(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
