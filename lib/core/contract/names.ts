import { z } from "zod";
import { camelName, snakeName } from "@/lib/kernel/names";

/** TypeScript's name of a `snake_case` field. */
export type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** An object with its own keys in camelCase; nested values are unchanged. */
export type CamelKeys<T> = T extends object ? { [K in keyof T as Camel<K & string>]: T[K] } : T;

/** Returns an object with its own keys in camelCase. Undefined stays undefined, so that PATCH can
 *  tell absent from null. */
export function camelKeys<T extends object>(object: T): CamelKeys<T> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [camelName(key), value]),
  ) as CamelKeys<T>;
}

/** Returns an object with its own keys in snake_case; nested values are unchanged. */
export function snakeKeys(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [snakeName(key), value]));
}

/** Returns a value with the keys of all nested objects in snake_case. */
export function snakeKeysDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeysDeep);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [snakeName(key), snakeKeysDeep(inner)]),
  );
}

/** Id made by the service. */
export const id = z.uuid();

/** RFC 3339 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

const [FIRST, BEYOND] = [Date.parse("0001-01-01T00:00:00Z"), Date.UTC(10_000, 0, 1)];

/** A time from a caller, with any offset. PostgreSQL has no year 0, and the wire format has
 *  no five-digit years. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) >= FIRST, "is before the year 1")
  .refine((text) => Date.parse(text) < BEYOND, "is after the year 9999");

/** Like `moment`, from 1970 on. */
export const momentFrom1970 = moment.refine((text) => Date.parse(text) >= 0, "is before 1970");

/** A time in wire format. */
export function wireTime(at: Date): string {
  return at.toISOString();
}

/** A time in wire format, or null. */
export function wireTimeOrNull(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
