// npm run test:foreign: runs the packed packages on runtimes, and in a test runner, that are no part of the product. Installs
// Deno, Bun and Jest from npm into .atrium/foreign; neither `npm start` nor `npm test` needs them.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, ".atrium/foreign");
const VERSIONS = { bun: "1.4.5", deno: "2.9.6", jest: "30.5.2" };

mkdirSync(folder, { recursive: true });
const manifest = { private: true, dependencies: VERSIONS };
writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
const bin = (name) => join(folder, "node_modules/.bin", name);
run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], folder);
// Each puts its own program in place, which npm leaves to a script of the package.
spawnSync(process.execPath, ["node_modules/bun/install.js"], { cwd: folder });
spawnSync(process.execPath, ["node_modules/deno/install.cjs"], { cwd: folder });

const runtimes = { deno: [bin("deno"), "run", "--allow-all"], bun: [bin("bun")] };
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const node = join(root, "node_modules/.bin/node");
const tests = ["tests/packages/packed.test.ts", "tests/packages/testing.test.ts"];
run(node, [vitest, "run", ...tests, ...process.argv.slice(2)], root, {
  ATRIUM_TEST_JEST: join(folder, "node_modules/jest/bin/jest.js"),
  ATRIUM_TEST_RUNTIMES: JSON.stringify(runtimes),
});

/** @param {string} program @param {string[]} args @param {string} cwd @param {Record<string, string>} [env] */
function run(program, args, cwd, env = {}) {
  const { status } = spawnSync(program, args, {
    cwd,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}
