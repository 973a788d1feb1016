import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requireCommit } from "./previous-release";

const folder = mkdtempSync(join(tmpdir(), "atrium-history-"));
afterAll(() => rmSync(folder, { recursive: true }));

const whole = join(folder, "whole");
const shallow = join(folder, "shallow");
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    encoding: "utf8",
  }).trim();
git("init", "--quiet", whole);
const commitTo = (message: string) =>
  git("-C", whole, "commit", "--quiet", "--allow-empty", "--message", message);
commitTo("The release");
const commit = git("-C", whole, "rev-parse", "HEAD");
commitTo("What came after");
git("clone", "--quiet", "--depth", "1", `file://${whole}`, shallow);

test("a clone with the whole history has the release", () => {
  expect(() => requireCommit({ version: "0.1.0", commit }, whole)).not.toThrow();
});

test("a shallow clone says that it is shallow, and what helps", () => {
  expect(() => requireCommit({ version: "0.1.0", commit }, shallow)).toThrow(
    `Release 0.1.0 is commit ${commit.slice(0, 12)}, and this clone is shallow: git fetch --unshallow.`,
  );
});

test("a history that never had the release says so", () => {
  const other = { version: "0.1.0", commit: "0".repeat(40) };
  expect(() => requireCommit(other, whole)).toThrow("git does not have it");
});
