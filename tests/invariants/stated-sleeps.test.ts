import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A pause in milliseconds: of `sleep`, of a timer that resolves, of a page. */
const PAUSE = /(?:\bsleep\(|setTimeout\((?:resolve|done), |waitForTimeout\()([\d_]+)\)/;
const LONGEST_MS = 200;

/** Lines of a test that wait longer, and neither have a comment nor stand below a line that has one. */
function unstated(file: string): string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, at) => {
    const milliseconds = Number(PAUSE.exec(line)?.[1]?.replaceAll("_", "") ?? 0);
    const isStated = [line, lines[at - 1] ?? ""].some((one) => /\/\/|\*/.test(one));
    return milliseconds <= LONGEST_MS || isStated ? [] : [`${file}:${at + 1}: ${line.trim()}`];
  });
}

test("a test that waits for longer than 200 ms by the clock says why", () => {
  const listed = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx", "e2e", "tests"]);
  const files = listed.toString().split("\n");
  const tests = files.filter((file) => /\.tsx?$/.test(file));
  expect(tests.length).toBeGreaterThan(500);
  expect(tests.flatMap(unstated)).toEqual([]);
});
