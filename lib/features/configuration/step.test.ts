import { expect, test } from "vitest";
import { stepsOf, stepsOfFields } from "@/lib/features/configuration/step";

test("a section that a file does not have stays unchanged, an empty one removes everything", () => {
  const there = { reports: { name: "Reports" } };
  expect(stepsOf("apps", there, undefined)).toEqual([]);
  expect(stepsOf("apps", there, {})).toMatchObject([{ key: "reports", action: "remove" }]);
});

test("a missing thing is created, a different one is changed field by field", () => {
  const there = { a: { name: "A", permissions: ["x"], apps: ["p", "q"] } };
  const desired = { a: { name: "A", permissions: ["x", "y"], apps: ["q", "p"] }, b: { name: "B" } };
  expect(stepsOf("roles", there, desired)).toEqual([
    {
      section: "roles",
      key: "a",
      action: "change",
      fields: [{ name: "permissions", before: ["x"], after: ["x", "y"] }],
    },
    { section: "roles", key: "b", action: "create", fields: [{ name: "name", after: "B" }] },
  ]);
});

test("any word can be a key, including names of inherited properties", () => {
  const desired = { constructor: { name: "Builder" }, toString: { name: "Teller" } };
  expect(stepsOf("roles", {}, desired)).toMatchObject([
    { key: "constructor", action: "create" },
    { key: "toString", action: "create" },
  ]);
  expect(stepsOf("roles", desired, {})).toMatchObject([{ action: "remove" }, { action: "remove" }]);
});

test("a field that a file does not name stays, and null is a value", () => {
  const there = { a: { name: "A", description: "about" } };
  expect(stepsOf("roles", there, { a: { name: "A" } })).toEqual([]);
  expect(stepsOf("roles", there, { a: { name: "A", description: null } })).toMatchObject([
    { fields: [{ name: "description", before: "about", after: null }] },
  ]);
  expect(stepsOf("roles", { a: { description: null } }, { a: { description: null } })).toEqual([]);
});

test("a thing that counts as removed is not removed again", () => {
  const there = { a: { name: "A", status: "disabled" }, b: { name: "B", status: "active" } };
  const gone = ({ status }: Readonly<Record<string, unknown>>) => status === "disabled";
  expect(stepsOf("apps", there, {}, gone)).toMatchObject([{ key: "b", action: "remove" }]);
});

test("settings that a file does not name are removals, together", () => {
  const there = { idle: 60, otp: null, days: 7 };
  expect(stepsOfFields("securityPolicy", there, { idle: 90 })).toEqual([
    {
      section: "securityPolicy",
      key: "",
      action: "change",
      fields: [{ name: "idle", before: 60, after: 90 }],
    },
    {
      section: "securityPolicy",
      key: "",
      action: "remove",
      fields: [{ name: "days", before: 7, after: null }],
    },
  ]);
  expect(stepsOfFields("securityPolicy", there, undefined)).toEqual([]);
});
