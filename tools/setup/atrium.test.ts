import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

// npx remembers the programs of a folder: of one that was at this path before, they may be elsewhere.
const cache = mkdtempSync(join(tmpdir(), "atrium-npx-"));
afterAll(() => rmSync(cache, { recursive: true }));

test("npx atrium runs the checkout's command line, with its exit code", () => {
  const nothing = { DATABASE_URL: "", DATABASE_OWNER_URL: "", ATRIUM_MASTER_KEY: "" };
  // As a user does, with npx barred from downloads.
  const npx = (...args: string[]) =>
    spawnSync("npx", ["--no", "--", "atrium", ...args], {
      encoding: "utf8",
      env: {
        ...process.env,
        ...nothing,
        npm_config_update_notifier: "false",
        npm_config_cache: cache,
      },
    });
  const help = npx("--help");
  expect(help.status).toBe(0);
  expect(help.stdout).toMatch(/The installation:\n +doctor /);
  const wrong = npx("tenat");
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toMatch(/unknown command 'tenat'\n\(Did you mean tenant\?\)/);
}, 60_000);
