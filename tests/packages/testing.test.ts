import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleForTest } from "@/tests/support/dev-service";
import { documented } from "@/tests/support/documented";
import { aFolderWithPackages } from "@/tests/support/packed-packages";
import { inShell, ownPath } from "@/tests/support/shell";
import { PACKED_PACKAGES } from "@/tools/packages/build-packages.mjs";
import { findChromium } from "@/tools/test/chromium";

// The blocks of docs/TESTING.md are run unchanged, from the packed package, by the page's own commands.

const run = promisify(execFile);
let folder: string;
let service: string;
beforeAll(async () => {
  folder = await aFolderWithPackages();
  service = resolve(await bundleForTest(), "main.mjs");
  writePage(folder);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writePage(to: string): void {
  for (const [name, text] of filesOf("docs/TESTING.md")) writeFileSync(join(to, name), text);
}

/** The blocks of a page that have a file's name above them. */
function filesOf(page: string): [string, string][] {
  const blocks = readFileSync(page, "utf8").matchAll(
    /\*\*`([\w.-]+)`\*\*\n\n```\w+\n([\s\S]*?)```/g,
  );
  return [...blocks].map(([, name = "", text = ""]) => [name, text]);
}

/** Returns the packed file of a package of ours. */
const packed = (name: string) => resolve(globSync(`${PACKED_PACKAGES}/*-${name}-*.tgz`)[0] ?? "");

/** Runs a command of the page in a folder. */
async function typed(command: string, cwd = folder): Promise<string> {
  const { HOME = "", CHROMIUM_PATH = findChromium() } = process.env;
  // With a proxy in front of npm's registry, this machine names its certificate.
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const env = {
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
    ...{ PATH: ownPath, HOME, CHROMIUM_PATH },
    ...{ CI: "1", NO_COLOR: "1", NODE_ENV: "test" as const },
  };
  const { stdout, stderr } = await run("bash", inShell(command), { cwd, env });
  return `${stdout}\n${stderr}`;
}

test("the page's suite runs in Vitest", async () => {
  const command = documented(
    "docs/TESTING.md",
    "ATRIUM_SERVICE=../atrium ATRIUM_FIXTURES=fixtures.json npx vitest",
    {
      "../atrium": service,
    },
  );
  expect(await typed(command)).toMatch(/Tests\s+3 passed/);
}, 180_000);

test("the page's suite runs in Playwright", async () => {
  const command = documented(
    "docs/TESTING.md",
    "ATRIUM_SERVICE=../atrium ATRIUM_FIXTURES=fixtures.json npx playwright",
    { "../atrium": service },
  );
  expect(await typed(command)).toContain("1 passed");
}, 180_000);

test("the examples of the package's README run", async () => {
  const readme = documented("packages/testing/README.md", "import { startAtrium", {
    "../atrium": service,
  });
  writeFileSync(join(folder, "readme.mjs"), readme);
  await typed("node readme.mjs");
}, 60_000);

/** Runs only in `npm test -- systems foreign`, because it needs npm's registry. */
const withRegistry = test.skipIf(!process.env.ATRIUM_TEST_RUNTIMES);

withRegistry(
  "the page's suite runs in Jest, and each runner is installed by the page's own command",
  async () => {
    const empty = mkdtempSync(join(tmpdir(), "atrium-testing-"));
    writeFileSync(join(empty, "package.json"), '{ "private": true, "type": "module" }');
    writePage(empty);
    const testing = { "@atrium/testing": packed("testing") };
    const both = { ...testing, "@atrium/client": packed("client") };
    for (const command of [
      documented("docs/TESTING.md", "npm install --save-dev vitest", both),
      documented("docs/TESTING.md", "npm install --save-dev @playwright/test", testing),
      documented("docs/TESTING.md", "npm install --save-dev jest", {
        ...both,
        "-dev jest": "-dev jest@30.5.2",
      }),
    ])
      await typed(command, empty);
    const command = documented("docs/TESTING.md", "NODE_OPTIONS=", { "../atrium": service });
    expect(await typed(command, empty)).toMatch(/Tests:\s+2 passed/);
    rmSync(empty, { recursive: true, force: true });
  },
  400_000,
);
