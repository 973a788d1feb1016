import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isYoungerThanSources } from "./source-age.mjs";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "atrium-age-"));
  for (const folder of ["lib/deep", "cli", "dist"])
    mkdirSync(join(root, folder), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

/** Writes a file and sets its modification time, so many seconds ago. */
function write(file: string, secondsAgo: number): void {
  writeFileSync(join(root, file), "");
  const at = Date.now() / 1000 - secondsAgo;
  for (let path = join(root, file); path !== root; path = join(path, ".."))
    utimesSync(path, at, at);
}

test("built files run while no source is younger", () => {
  expect(isYoungerThanSources(root, "dist/atrium.mjs")).toBe(false);
  write("cli/atrium.ts", 60);
  write("lib/deep/rule.ts", 60);
  write("dist/atrium.mjs", 30);
  expect(isYoungerThanSources(root, "dist/atrium.mjs")).toBe(true);
  write("lib/deep/rule.ts", 10);
  expect(isYoungerThanSources(root, "dist/atrium.mjs")).toBe(false);
});

test("a folder counts as younger after one of its files was removed", () => {
  write("lib/deep/rule.ts", 60);
  write("dist/atrium.mjs", 30);
  expect(isYoungerThanSources(root, "dist/atrium.mjs")).toBe(true);
  rmSync(join(root, "lib/deep/rule.ts"));
  expect(isYoungerThanSources(root, "dist/atrium.mjs")).toBe(false);
});

test("npx atrium runs the checkout's command line, with its exit code", () => {
  const nothing = { DATABASE_URL: "", DATABASE_OWNER_URL: "", ATRIUM_MASTER_KEY: "" };
  // As a user does, with npx barred from downloads.
  const npx = (...args: string[]) =>
    spawnSync("npx", ["--no", "--", "atrium", ...args], {
      encoding: "utf8",
      env: { ...process.env, ...nothing, npm_config_update_notifier: "false" },
    });
  const help = npx("--help");
  expect(help.status).toBe(0);
  expect(help.stdout).toMatch(/The installation:\n +doctor /);
  const wrong = npx("tenat");
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toMatch(/unknown command 'tenat'\n\(Did you mean tenant\?\)/);
}, 60_000);
