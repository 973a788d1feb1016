import "@/tests/support/issuer-port";

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createAtrium, memoryStore } from "@atrium/client";
import express from "express";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aPolicy } from "@/tests/builders/a-policy";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { aSession } from "@/tests/builders/a-session";
import { aUser } from "@/tests/builders/a-user";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";
import { codeBlocksOf } from "@/tests/support/code-blocks";
import { lastCode } from "@/tests/support/queued-mail";
import { aWholeService } from "@/tests/support/whole-service";

// Inside of the checkout, so that an example finds the packages as a product would.
const FOLDER = resolve("test-results/package-examples");

/** Declarations that an example may use without importing them. */
const AROUND = `
declare const settings: { baseUrl: string; tenantId: string; tenantSecret: string; clientId: string; clientSecret: string; appId: string };
declare const person: { email: string; password: string; sessionId: string };
declare const enrolmentToken: string;
declare function askUser(question: string): Promise<string>;
declare const redis: { sendCommand(command: string[]): Promise<unknown>; call(...command: string[]): Promise<unknown> };
`;

/** Further declarations that a README may use: the reader's own. */
const AROUND_A_README = `
declare const baseUrl: string, clientId: string, clientSecret: string, tenantId: string, tenantSecret: string;
declare const oidcClientId: string, oidcClientSecret: string, appId: string;
declare const email: string, password: string, code: string, ip: string, agent: string;
declare const atrium: import("@atrium/client").Atrium;
declare const store: import("@atrium/client").Store;
declare const app: import("express").Express;
declare const deleteEverything: import("express").RequestHandler;
`;

interface Example {
  name: string;
  code: string;
}

/** Returns each exported function of the packages, with its example. */
function exportedFunctions(): { name: string; code: string | null }[] {
  const files = globSync("packages/*/src/**/*.ts").filter(
    (file) => !/\.test\.ts$|generated|command-line/.test(file),
  );
  return files.flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(file, "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    return source.statements.filter(ts.isFunctionDeclaration).flatMap((declared) => {
      const name = declared.name?.text ?? "";
      if (!publicNames.has(name)) return [];
      const tag = ts.getJSDocTags(declared).find(({ tagName }) => tagName.text === "example");
      // The original text: the parser would join its lines.
      const text = tag?.getFullText(source) ?? "";
      const code = text.replace(/^@example\s*/, "").replace(/^ *\*\/? ?/gm, "");
      return [{ name, code: tag ? code : null }];
    });
  });
}

/** Public names of the packages, as their main entries export them. */
const publicNames = new Set(
  [
    "client/src/client",
    "client/src/installation",
    "client/src/oidc",
    "client/src/verify",
    "client/src/web",
  ]
    .map((file) => readFileSync(`packages/${file}.ts`, "utf8"))
    .flatMap((text) =>
      [...text.matchAll(/\b([a-z]\w+)\b(?=[,\s}]*)/g)].map(([, name]) => name ?? ""),
    )
    .concat("createExpressAuth", "createNextAuth"),
);

const functions = exportedFunctions();
const examples = functions.filter((one): one is Example => one.code !== null);
const fileOf = ({ name }: Example) => join(FOLDER, `${name}.ts`);

/** The programs in the READMEs of the packages that run by themselves. Next's run in its own test, and those
 *  that start a service in the test of the testing page. */
const readmes: Example[] = ["client", "express"].flatMap((name) =>
  codeBlocksOf(`packages/${name}/README.md`)
    .filter(({ language }) => language === "ts")
    .map(({ code }, nth) => ({ name: `${name}-README-${nth + 1}`, code })),
);

let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
  const { settings, person, tenant } = product;
  const session = await aSession(tenant, { userId: person.id });
  const redis = memoryStore();
  const sendCommand = async ([name, key = "", value = ""]: string[]) =>
    name === "SET" ? ((await redis.add(key, value, 60)) ? "OK" : null) : redis.get(key);
  Object.assign(globalThis, {
    settings,
    person: { ...person, sessionId: session.id },
    enrolmentToken: (await anEnrolmentToken(tenant, { appId: settings.appId })).token,
    askUser: () => lastCode(tenant, person.email),
    redis: { sendCommand, call: (...command: string[]) => sendCommand(command) },
  });
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "around.d.ts"), AROUND);
  writeFileSync(join(FOLDER, "around-a-readme.d.ts"), AROUND_A_README);
  for (const example of [...examples, ...readmes])
    writeFileSync(fileOf(example), `${example.code}\nexport {};\n`);
}, 120_000);
afterAll(() => service.stop());

describe("the examples of the packages", () => {
  test("are there for every public function", () => {
    expect(functions.length).toBeGreaterThan(12);
    expect(functions.filter(({ code }) => code === null).map(({ name }) => name)).toEqual([]);
  });

  test("compile under strict, and so do the READMEs", () => {
    const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ".");
    expect(readmes.length).toBe(3);
    const around = ["around.d.ts", "around-a-readme.d.ts"].map((name) => join(FOLDER, name));
    const program = ts.createProgram([...[...examples, ...readmes].map(fileOf), ...around], {
      ...options,
      incremental: false,
      exactOptionalPropertyTypes: true,
      types: ["node"],
    });
    const diagnostics = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText, file }) => [
        file?.fileName,
        ts.flattenDiagnosticMessageText(messageText, "\n"),
      ]);
    expect(diagnostics).toEqual([]);
  }, 60_000);

  const runs = async (example: Example) => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    await import(/* @vite-ignore */ pathToFileURL(fileOf(example)).href);
    log.mockRestore();
  };
  test.each(examples.map((example) => [example.name, example] as const))("%s runs", (_, example) =>
    runs(example),
  );

  test("and the READMEs run", async () => {
    const { settings, person, tenant } = product;
    await aPolicy(tenant, { loginOtp: "never" });
    const own = {
      ...settings,
      ...{ email: person.email, password: person.password, code: "000000" },
      ...{ ip: "203.0.113.7", agent: "README" },
      ...{ oidcClientId: "acme-web", oidcClientSecret: "not asked for" },
      ...{ atrium: createAtrium(settings), store: memoryStore(), app: express() },
      deleteEverything: () => {},
    };
    const suspended = await aUser(tenant);
    for (const readme of readmes) {
      // The first one suspends the user that it finds.
      const email = readme.code.includes("/suspend") ? suspended.email : own.email;
      Object.assign(globalThis, own, { email });
      await runs(readme);
    }
    const found = await own.atrium.call("GET /api/v1/management/users/{id}", {
      path: { id: suspended.id },
    });
    expect(found.status).toBe("suspended");
  });
});
