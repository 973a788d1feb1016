import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

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
