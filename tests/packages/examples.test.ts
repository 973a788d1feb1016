import "@/tests/support/issuer-port";

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { memoryStore } from "@atrium/client";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aProduct } from "@/tests/builders/a-product";
import { aSession } from "@/tests/builders/a-session";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";
import { lastCode } from "@/tests/support/queued-mail";
import { aWholeService } from "@/tests/support/whole-service";

// Inside of the checkout, so that an example finds the packages as a product would.
const FOLDER = resolve("test-results/package-examples");

/** What an example may use without saying where it comes from. */
const AROUND = `
declare const settings: { baseUrl: string; tenantId: string; tenantSecret: string; clientId: string; clientSecret: string; appId: string };
declare const person: { email: string; password: string; sessionId: string };
declare const enrolmentToken: string;
declare function askUser(question: string): Promise<string>;
declare const redis: { sendCommand(command: string[]): Promise<unknown>; call(...command: string[]): Promise<unknown> };
`;

/** What a README may use besides: the reader's own. */
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

/** Each exported function of the packages, with its example. */
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
      // The text as it is written: the parser would join its lines.
      const text = tag?.getFullText(source) ?? "";
      const code = text.replace(/^@example\s*/, "").replace(/^ *\*\/? ?/gm, "");
      return [{ name, code: tag ? code : null }];
    });
  });
}

/** What the front doors of the packages hand out. */
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

/** The programs in the READMEs of the packages. They compile; most of them say only what their own tests do. */
const readmes: Example[] = globSync("packages/*/README.md").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(
    ([, code = ""], nth) => ({ name: `${file.replace(/\W+/g, "-")}-${nth + 1}`, code }),
  ),
);

let service: Awaited<ReturnType<typeof aWholeService>>;
beforeAll(async () => {
  service = await aWholeService();
  const { settings, person, tenant } = await aProduct();
  const session = await aSession(tenant, { userId: person.id });
  const redis = memoryStore();
  Object.assign(globalThis, {
    settings,
    person: { ...person, sessionId: session.id },
    enrolmentToken: (await anEnrolmentToken(tenant, { appId: settings.appId })).token,
    askUser: () => lastCode(tenant, person.email),
    redis: {
      sendCommand: async ([name, key = "", value = ""]: string[]) =>
        name === "SET" ? ((await redis.add(key, value, 60)) ? "OK" : null) : redis.get(key),
    },
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
    expect(readmes.length).toBeGreaterThanOrEqual(5);
    const around = ["around.d.ts", "around-a-readme.d.ts"].map((name) => join(FOLDER, name));
    const program = ts.createProgram([...[...examples, ...readmes].map(fileOf), ...around], {
      ...options,
      incremental: false,
      exactOptionalPropertyTypes: true,
      types: ["node"],
    });
    const told = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText, file }) => [
        file?.fileName,
        ts.flattenDiagnosticMessageText(messageText, "\n"),
      ]);
    expect(told).toEqual([]);
  }, 60_000);

  test.each(examples.map((example) => [example.name, example] as const))(
    "%s runs",
    async (_, example) => {
      const said = vi.spyOn(console, "log").mockImplementation(() => {});
      await import(/* @vite-ignore */ pathToFileURL(fileOf(example)).href);
      said.mockRestore();
    },
  );
});
