import { expect, test } from "vitest";
import { moment } from "@/lib/contract/names";
import { storable } from "@/lib/contract/storable";

test("free-form JSON is kept as it was sent or refused: no number loses its last digits", () => {
  for (const kept of ["9007199254740991", "-9007199254740991", "0.1", "-2.5e-7"])
    expect(storable(JSON.parse(`{"a":[${kept}]}`))).toBe(true);
  for (const lost of ["9007199254740993", "1546130668394913822", "-9007199254740993", "1e400"])
    expect(storable(JSON.parse(`{"a":[{"id":${lost}}]}`))).toBe(false);
  expect(storable(JSON.parse('{"a":{"__proto__":{"b":1}}}'))).toBe(false);
});

test("a moment is of a year that PostgreSQL and the wire have", () => {
  const isTaken = (text: string) => moment.safeParse(text).success;
  for (const text of [
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "2026-11-27T10:00:00+05:30",
  ])
    expect(isTaken(text)).toBe(true);
  for (const text of [
    ...["0000-01-01T00:00:00Z", "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+01:00"],
    ...["9999-12-31T23:59:59-01:00", "2026-02-30T00:00:00Z", "2026-11-27"],
  ])
    expect(isTaken(text)).toBe(false);
});
