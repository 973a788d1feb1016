import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PLANES = ["management", "direct", "hosted", "OAuth", "dashboard", "operator", "command line"];

const [, threats = ""] =
  /\n## Threats, and what stands in the way\n([\s\S]*?)\n## /.exec(
    readFileSync("docs/THREAT-MODEL.md", "utf8"),
  ) ?? [];
const rows = threats
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Threat "))
  .map((line) => line.slice(2, -2).split(" | "));

test("each threat has a row of five cells", () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(rows.filter((cells) => cells.length !== 5)).toEqual([]);
});

test.each(rows)("%s: says on which planes its defence holds", (...cells) => {
  const planes = (cells[2] ?? "").split(", ");
  expect(planes.filter((plane) => plane !== "all" && !PLANES.includes(plane))).toEqual([]);
});

test.each(rows)("%s: names a test that is there", (...cells) => {
  const tests = [...(cells[4] ?? "").matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
  expect(tests.length).toBeGreaterThan(0);
  for (const file of tests) {
    expect(file).toMatch(/\.(test|spec)\.tsx?$/);
    expect(existsSync(file), file).toBe(true);
  }
});
