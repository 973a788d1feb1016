// npm test -- systems foreign [part …]: tries the packages outside of the product's own environment: other
// runtimes, a test runner, other languages, and the quickstarts from their own texts. Parts: runtimes,
// python, device (the device flow of libraries in Go and Java), log (the audit log, verified by Go's tools
// for transparency logs), bucket (the trail into an object store in Python), exports (the guides' exports out
// of Cognito and Keycloak), and each page of docs/quickstarts that is run; `go` is both.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "@/tools/build/generate.mjs";
import { describeForeign } from "@/tools/foreign/generate";
import { packGo } from "@/tools/foreign/go";
import { packPython } from "@/tools/foreign/python";
import { run } from "@/tools/foreign/run";
import { buildPackages } from "@/tools/packages/build-packages.mjs";
import { runVitest } from "../harness/runners";
import { runSystem, tryEach } from "../harness/system";

const root = process.cwd();
/** Folder of the npm packages that only these tests use. */
const INSTALLED = join(root, ".atrium/foreign");

/** Pages that run, with the client package of their language. */
const QUICKSTARTS: Record<string, "python" | "go" | null> = {
  ...{ express: null, next: null, "next-auth": null, fastify: null, html: null, native: null },
  ...{ flask: "python", fastapi: "python", go: "go", spring: null, apache: null },
  ...{ "fapi2-openid-client": null, "fapi2-oauth4webapi": null },
};
const PARTS = [
  "runtimes",
  "python",
  "device",
  "log",
  "bucket",
  "exports",
  ...Object.keys(QUICKSTARTS),
];

await runSystem(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((part) => !PARTS.includes(part));
  if (unknown) throw new Error(`There is no part ${unknown}: ${PARTS.join(", ")}`);
  const parts = named.length === 0 ? PARTS : named;
  const quickstarts = parts.filter((part) => part in QUICKSTARTS);
  const needs = (language: string) =>
    parts.includes(language) || quickstarts.some((part) => QUICKSTARTS[part] === language);
  await generate();
  await buildPackages(root);
  if (needs("python") || needs("go")) await describeForeign(root);
  if (needs("python")) await packPython(root);
  if (needs("go")) await packGo(root);
  const clients = parts.filter((part) => part === "python" || part === "go");
  const files = [
    ...(clients.length > 0 ? ["clients"] : []),
    ...["device", "log", "bucket", "exports"].filter((part) => parts.includes(part)),
    ...(quickstarts.length > 0 ? ["quickstarts"] : []),
  ].map((name) => `${name}.foreign`);
  const env = {
    ATRIUM_FOREIGN_CLIENTS: clients.join(" "),
    ATRIUM_QUICKSTARTS: quickstarts.join(" "),
  };
  const config = ["--config", "tests/systems/foreign/vitest.config.ts", "--root", "."];
  if (parts.includes("runtimes")) await tryEach([["other runtimes", onRuntimes]]);
  if (files.length > 0) await runVitest([...config, ...files], env);
});

async function onRuntimes(): Promise<void> {
  await runVitest(["tests/packages/packed.test.ts", "tests/packages/testing.test.ts"], {
    ATRIUM_TEST_RUNTIMES: JSON.stringify(await runtimes()),
  });
}

/** Installs Deno and Bun from npm. @returns how a script is run by each runtime */
async function runtimes(): Promise<Record<string, string[]>> {
  const cwd = INSTALLED;
  mkdirSync(cwd, { recursive: true });
  const dependencies = { bun: "1.4.5", deno: "2.9.6" };
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ private: true, dependencies }));
  await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd });
  // Each installs its own program by a script of the package.
  await run(process.execPath, ["node_modules/bun/install.js"], { cwd });
  await run(process.execPath, ["node_modules/deno/install.cjs"], { cwd });
  const bin = (name: string) => join(cwd, "node_modules/.bin", name);
  return { deno: [bin("deno"), "run", "--allow-all"], bun: [bin("bun")] };
}
