import { expect, test } from "vitest";
import { newId } from "@/lib/ids";
import { auditFilterOf, auditQueryOf, auditSearch, positionOf, positionText } from "./audit-query";

test("an address is read as days in UTC, the last one included", () => {
  const filter = auditFilterOf(auditQueryOf({ from: "2026-11-01", to: "2026-11-21", q: " ada " }));
  expect(filter).toMatchObject({
    search: "ada",
    kind: null,
    from: new Date("2026-11-01T00:00:00Z"),
    to: new Date("2026-11-22T00:00:00Z"),
  });
});

test("what an address can't mean is as if it weren't there", () => {
  for (const odd of ["2026-13-40", "yesterday", "9999999-01-01", ["2026-11-01", "2026-11-02"]])
    expect(auditFilterOf(auditQueryOf({ from: odd })).from, String(odd)).toBeNull();
  expect(auditQueryOf({ q: "a\0b", kind: ["x", "y"], environments: "others" })).toMatchObject({
    q: "a b",
    kind: "",
    environments: "",
  });
  expect(auditQueryOf({ q: "x".repeat(1000) }).q).toHaveLength(200);
});

test("a place in the log survives the address, and a made-up one is none", () => {
  const position = { occurredAt: new Date("2026-11-21T09:00:00.123Z"), id: newId() };
  expect(positionOf(positionText(position))).toEqual(position);
  for (const odd of [
    "",
    "x",
    undefined,
    `nonsense-nonsense-no_${newId()}`,
    "2026-11-21T09:00:00.123Z_1",
    ["a"],
  ])
    expect(positionOf(odd)).toBeNull();
});

test("an address names only what is asked for", () => {
  expect(auditSearch({ q: "", kind: "user.*" })).toBe("?kind=user.*");
  expect(auditSearch(auditQueryOf({}))).toBe("");
});
