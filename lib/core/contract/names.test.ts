import { expect, test } from "vitest";
import { moment } from "@/lib/core/contract/names";

test("a time has a year that both PostgreSQL and the wire format support", () => {
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
