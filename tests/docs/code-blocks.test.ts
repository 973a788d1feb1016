import "@/tests/support/issuer-port";

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Problem } from "@/lib/core/contract/problem";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aBinding, anIdentitySource } from "@/tests/builders/an-identity-source";
import { anIssuer } from "@/tests/support/an-issuer";
import { type CodeBlock, codeBlocks } from "@/tests/support/code-blocks";
import { claims, namedBy, placeOf } from "@/tests/support/documented-claims";
import { operations } from "@/tests/support/operations";
import { aWholeService } from "@/tests/support/whole-service";

// Code on a page is valid: commands run against the service, programs compile and run, data has the format
// that it claims.

/** Pages whose programs their own tests run. */
const ELSEWHERE = [/^docs\/quickstarts\//, /^docs\/(TESTING|CONFIGURATION)\.md$/];
const PROGRAMS = ["sh", "ts", "tsx", "js"];
/** Languages that are shown and not run. `json` is checked below. */
const DATA = [
  "json",
  "mermaid",
  "text",
  "yaml",
  "toml",
  "ini",
  "csv",
  "ndjson",
  "html",
  "http",
  "diff",
];
const FOLDER = resolve("test-results/documented-code");
const AROUND = `
declare const settings: { baseUrl: string; tenantId: string; tenantSecret: string; clientId: string; clientSecret: string; appId: string };
declare const person: { email: string; password: string; sessionId: string };
`;

/** Places of the blocks that other tests run. */
const claimedPlaces = new Set(claims().flatMap(namedBy).map(placeOf));
const blocks = codeBlocks().filter(
  (block) => !ELSEWHERE.some((own) => own.test(block.page)) && !claimedPlaces.has(placeOf(block)),
);
/** Blocks that quote a part of a file that other tests run. */
const quotations = blocks.filter(({ attributes }) => attributes.from !== undefined);
const runs = blocks.filter(
  ({ language, attributes }) => PROGRAMS.includes(language) && attributes.from === undefined,
);
const programs = runs.filter(({ language }) => language !== "sh");
const scripts = Object.entries(
  Object.groupBy(
    runs.filter(({ language }) => language === "sh"),
    ({ page }) => page,
  ),
);
const fileOf = (block: CodeBlock) =>
  join(FOLDER, `${block.page.replace(/\W+/g, "-")}-${block.line}.${block.language}`);

let service: Awaited<ReturnType<typeof aWholeService>>;
let issuer: Awaited<ReturnType<typeof anIssuer>>;
let environment: Record<string, string>;

/** Returns an external issuer's ID token of a user whom the tenant has bound. */
async function idTokenOf({ tenant, person }: TestProduct): Promise<string> {
  const { issuer: url, jwksUri } = issuer;
  const source = await anIdentitySource(tenant, { issuer: url, jwksUri });
  await aBinding(tenant, { userId: person.id, sourceId: source.id, subject: "ada" });
  return issuer.token("ada");
}

beforeAll(async () => {
  service = await aWholeService();
  issuer = await anIssuer();
  const product = await aProduct();
  const { settings, person, tenant } = product;
  const session = await aSession(tenant, { userId: person.id });
  const role = await aRole(tenant, { appIds: [settings.appId] });
  Object.assign(globalThis, { settings, person: { ...person, sessionId: session.id } });
  environment = {
    CLIENT_ID: settings.clientId,
    CLIENT_SECRET: settings.clientSecret,
    TENANT_ID: settings.tenantId,
    TENANT_SECRET: settings.tenantSecret,
    APP_ID: settings.appId,
    ORGANIZATION_ID: person.organizationId,
    ROLE_ID: role.id,
    SESSION_ID: session.id,
    ID_TOKEN: await idTokenOf(product),
  };
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "around.d.ts"), AROUND);
  for (const block of programs) writeFileSync(fileOf(block), `${block.code}\nexport {};\n`);
}, 120_000);
afterAll(async () => {
  await issuer.stop();
  await service.stop();
});

test("a block is in a language that is checked", () => {
  const known = ({ language }: CodeBlock) => DATA.includes(language) || PROGRAMS.includes(language);
  expect(blocks.filter((block) => !known(block)).map(placeOf)).toEqual([]);
});

test("a block that quotes a file is in that file, unchanged", () => {
  const wrong = quotations.filter(
    ({ code, attributes }) => !readFileSync(attributes.from ?? "", "utf8").includes(code),
  );
  expect(wrong.map(placeOf)).toEqual([]);
  expect(quotations.length).toBeGreaterThan(0);
});

test("JSON is JSON, and of the kind that it claims to be", () => {
  for (const block of blocks.filter(({ language }) => language === "json")) {
    const value: unknown = JSON.parse(block.code);
    const { body, answer, schema } = block.attributes;
    if (schema === "Problem")
      expect(Problem.safeParse(value).error, placeOf(block)).toBeUndefined();
    else expect(schema, placeOf(block)).toBeUndefined();
    const id = body ?? answer;
    if (id === undefined) continue;
    const operation = operations.find((one) => one.id === id);
    const shape = body ? operation?.body?.schema : operation?.answers.ok?.schema;
    expect(shape, `${placeOf(block)} names ${id}`).toBeDefined();
    expect(shape?.safeParse(value).error, placeOf(block)).toBeUndefined();
  }
});

test("there are commands and programs in the guides", () => {
  expect(scripts.length).toBeGreaterThan(3);
  expect(programs.length).toBeGreaterThan(1);
});

describe("commands", () => {
  test.each(scripts)("%s: each succeeds against the service", async (_, own = []) => {
    const commands = own
      .map(({ code }) =>
        code.replaceAll(/http:\/\/localhost:3000|\{\{issuer\}\}/g, service.baseUrl),
      )
      .join("\n");
    // Errors that a reader would see end the script: a refused call, and a missing value.
    const script = `set -euo pipefail\ncurl() { command curl -sS --fail-with-body --max-time 20 "$@"; }\n${commands}`;
    const env = { NODE_ENV: "test" as const, PATH: process.env.PATH, ...environment };
    const { stderr } = await promisify(execFile)("bash", ["--norc", "--noprofile", "-c", script], {
      env,
      // Files that the commands of a page write are outside of the checkout.
      cwd: FOLDER,
      timeout: 60_000,
    });
    expect(stderr).toBe("");
  });
});

describe("programs", () => {
  test("compile under strict", () => {
    const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ".");
    const files = [...programs.map(fileOf), join(FOLDER, "around.d.ts")];
    const strict = { incremental: false, exactOptionalPropertyTypes: true, types: ["node"] };
    const program = ts.createProgram(files, { ...options, ...strict });
    const diagnostics = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    expect(diagnostics).toEqual([]);
  }, 60_000);

  test.each(programs.map((block) => [placeOf(block), block] as const))(
    "%s runs",
    async (_, block) => {
      const log = vi.spyOn(console, "log").mockImplementation(() => {});
      await import(/* @vite-ignore */ pathToFileURL(fileOf(block)).href);
      log.mockRestore();
    },
  );
});
