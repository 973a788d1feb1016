import { expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { auditFilterOf, auditQueryOf, auditSearch, positionOf, positionText } from "./audit-query";

const at = new Date("2026-11-22T12:30:00Z");

test("an address is read as days in UTC, the last one included", () => {
  const filter = auditFilterOf(
    auditQueryOf({ from: "2026-11-01", to: "2026-11-21", q: " ada " }),
    at,
  );
  expect(filter).toMatchObject({
    search: "ada",
    kind: null,
    from: new Date("2026-11-01T00:00:00Z"),
    to: new Date("2026-11-22T00:00:00Z"),
  });
});

test("invalid values of an address count as absent", () => {
  for (const odd of ["2026-13-40", "yesterday", "9999999-01-01", ["2026-11-01", "2026-11-02"]])
    expect(auditFilterOf(auditQueryOf({ from: odd }), at).from, String(odd)).toBeNull();
  expect(auditQueryOf({ q: "a\0b", kind: ["x", "y"], environments: "others" })).toMatchObject({
    q: "a b",
    kind: "",
    environments: "",
  });
  expect(auditQueryOf({ q: "x".repeat(1000) }).q).toHaveLength(200);
});

test("a position in the log survives the address, and a made-up one is none", () => {
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

test("an address has only the requested filters", () => {
  expect(auditSearch({ q: "", kind: "user.*" })).toBe("?kind=user.*");
  expect(auditSearch(auditQueryOf({}))).toBe("");
});

test("a bar of the chart is a span of moments, and its end is exclusive", () => {
  const filter = auditFilterOf(
    auditQueryOf({ from: "2026-11-21T14:00", to: "2026-11-21T15:00" }),
    at,
  );
  expect([filter.from, filter.to]).toEqual([
    new Date("2026-11-21T14:00:00Z"),
    new Date("2026-11-21T15:00:00Z"),
  ]);
});

test("the last hour counts from now, and a named span takes precedence", () => {
  const from = (search: Record<string, string>) => auditFilterOf(auditQueryOf(search), at).from;
  expect(from({ since: "hour" })).toEqual(new Date("2026-11-22T11:30:00Z"));
  expect(from({ since: "hour", from: "2026-11-01" })).toEqual(new Date("2026-11-01T00:00:00Z"));
  expect(from({ since: "hour", to: "2026-11-01" })).toBeNull();
  expect(from({ since: "century" })).toBeNull();
});

test("failures are kinds, and administrators' changes are found by the type of actor", () => {
  const filter = (show: string) => auditFilterOf(auditQueryOf({ show }), at);
  expect(filter("failures").kinds).toContain("login.failed");
  expect(filter("changes")).toMatchObject({ actorType: "administrator" });
  expect(filter("nothing").kinds).toBeUndefined();
});
