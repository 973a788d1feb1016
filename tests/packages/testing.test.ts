import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleForTest } from "@/tests/support/dev-service";
import { aFolderWithPackages } from "@/tests/support/packed-packages";

// The blocks of docs/TESTING.md are run as they are, from the packed package.

const run = promisify(execFile);
let folder: string;
let service: string;
beforeAll(async () => {
  folder = aFolderWithPackages();
  service = resolve(await bundleForTest(), "main.mjs");
  for (const [name, text] of filesOf("docs/TESTING.md")) writeFileSync(join(folder, name), text);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The blocks of a page that have a file's name above them. */
function filesOf(page: string): [string, string][] {
  const blocks = readFileSync(page, "utf8").matchAll(
    /\*\*`([\w.-]+)`\*\*\n\n```\w+\n([\s\S]*?)```/g,
  );
  return [...blocks].map(([, name = "", text = ""]) => [name, text]);
}

async function runner(program: string, args: string[], more: Record<string, string> = {}) {
  const { PATH = "", HOME = "", CHROMIUM_PATH = "/usr/bin/chromium" } = process.env;
  const env = {
    ...{ PATH, HOME, CHROMIUM_PATH, CI: "1", NO_COLOR: "1", NODE_ENV: "test" as const },
    ...{ ATRIUM_SERVICE: service, ATRIUM_FIXTURES: "fixtures.json", ...more },
  };
  const { stdout, stderr } = await run(process.execPath, [program, ...args], { cwd: folder, env });
  return `${stdout}\n${stderr}`;
}

test("the page's suite runs in Vitest", async () => {
  const said = await runner(resolve("node_modules/vitest/vitest.mjs"), ["run"]);
  expect(said).toMatch(/Tests\s+3 passed/);
}, 180_000);

test("the page's suite runs in Playwright", async () => {
  const said = await runner(resolve("node_modules/@playwright/test/cli.js"), ["test"]);
  expect(said).toContain("1 passed");
}, 180_000);

/** `npm run test:foreign` installs it: neither the product nor its tests need it. */
const jest = process.env.ATRIUM_TEST_JEST;

test.skipIf(!jest)(
  "the page's suite runs in Jest",
  async () => {
    const said = await runner(jest ?? "", [], { NODE_OPTIONS: "--experimental-vm-modules" });
    expect(said).toMatch(/Tests:\s+2 passed/);
  },
  180_000,
);
