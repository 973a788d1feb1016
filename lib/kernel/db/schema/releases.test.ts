import { expect, test } from "vitest";
import { migrationNames } from "./migration-files";
import { releaseBefore, releases } from "./releases";

const release = (version: string, schema: string) => ({
  version,
  schema,
  date: "2026-11-23",
  migrations: "",
  changelog: "",
  commit: "0".repeat(40),
});
const all = [release("0.1.0", "1_a"), release("0.2.0", "2_b"), release("0.2.1", "2_b")];

test.each([
  ["a schema that is not released yet", "3_c", "0.2.1"],
  ["the schema of the newest release", "2_b", "0.1.0"],
  ["the schema of the first release", "1_a", undefined],
])("the release before %s is the last one whose schema is older", (_, newest, version) => {
  expect(releaseBefore(newest, all)?.version).toBe(version);
});

test("each release names an existing migration, and none is older than the one before it", () => {
  const levels = releases.map(({ schema }) => schema);
  expect(levels.filter((schema) => !migrationNames().includes(schema))).toEqual([]);
  expect(levels).toEqual([...levels].sort());
});
