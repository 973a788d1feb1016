import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documented } from "@/tests/support/documented";
import { inShell, ownPath } from "@/tests/support/shell";
import { sectionsOf } from "./changelog";
import { versionAfter } from "./cut-release";

// The command runs in a clone of this repository, whose files it changes.

let clone: string;
const at = (file: string) => join(clone, file);
const git = (...args: string[]) => {
  const identity = ["-c", "user.name=tests", "-c", "user.email=tests@atrium.example"];
  return execFileSync("git", [...identity, ...args], { cwd: clone, encoding: "utf8" });
};
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "atrium-release-"));
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", ".", clone], { stdio: "pipe" });
  symlinkSync(resolve("node_modules"), at("node_modules"));
  appendFileSync(at(".git/info/exclude"), "node_modules\n");
  const changelog = readFileSync(at("docs/CHANGELOG.md"), "utf8");
  // Right after a release there is nothing to release.
  if (sectionsOf(changelog)[0]?.changes.length) return;
  const some = "## Unreleased\n\n### Fixed\n\n- A thing.\n";
  writeFileSync(at("docs/CHANGELOG.md"), changelog.replace(/^## Unreleased\n/m, some));
  git("commit", "--all", "--quiet", "--message", "A change");
}, 60_000);
afterAll(() => rmSync(clone, { recursive: true, force: true }));

test("a release is cut from a commit, and the command says how to commit and tag it", () => {
  const last = JSON.parse(readFileSync(at("prisma/releases.json"), "utf8")).at(-1);
  const command = documented("docs/UPGRADING.md", "npm run release -- minor");
  const env = { ...process.env, PATH: ownPath };
  const output = execFileSync("bash", inShell(command), { cwd: clone, env, encoding: "utf8" });
  const version = versionAfter(last.version, "minor");
  expect(output).toContain(`git tag v${version}`);
  expect(JSON.parse(readFileSync(at("package.json"), "utf8")).version).toBe(version);
  expect(JSON.parse(readFileSync(at("prisma/releases.json"), "utf8")).at(-1)).toMatchObject({
    version,
    commit: git("rev-parse", "HEAD").trim(),
  });
  expect(readFileSync(at("docs/CHANGELOG.md"), "utf8")).toContain(`## ${version} - `);
}, 60_000);
