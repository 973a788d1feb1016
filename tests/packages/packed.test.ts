import "@/tests/support/issuer-port";

import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPolicy } from "@/tests/builders/a-policy";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { aFolderWithPackages } from "@/tests/support/packed-packages";
import { aWholeService } from "@/tests/support/whole-service";

const run = promisify(execFile);
let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
let folder: string;
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
  await aPolicy(product.tenant, { loginOtp: "never" });
  folder = await aFolderWithPackages();
}, 300_000);
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const PROGRAM = `
import { createAtrium, createLogin } from "@atrium/client";
import { createRelyingParty } from "@atrium/client/oidc";
import { createVerifier } from "@atrium/client/verify";
import { createWebAuth } from "@atrium/client/web";
import { createExpressAuth } from "@atrium/express";

const { settings, person } = JSON.parse(process.env.GIVEN ?? "{}") as {
  settings: { baseUrl: string; tenantId: string; tenantSecret: string; clientId: string; clientSecret: string; appId: string };
  person: { email: string; password: string };
};
const atrium = createAtrium(settings);
const login = createLogin(atrium, { appId: settings.appId });
const step = await login.preflight({ email: person.email, password: person.password });
if (step.kind !== "grant") throw new Error(step.kind);
const session = await login.exchange(step);
const { access_token } = await login.token(session.session_id);
const claims = await createVerifier(settings)(access_token);
const { users } = await atrium.call("GET /api/v1/management/users");
const kinds: string[] = [createRelyingParty, createWebAuth, createExpressAuth].map((one) => typeof one);
console.log(JSON.stringify({ sub: claims.sub, users: users.length, kinds }));
`;

test("a program in an empty folder compiles against the packed packages, libraries checked too", () => {
  const file = join(folder, "program.ts");
  writeFileSync(file, PROGRAM);
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    outDir: folder,
    types: ["node"],
    skipLibCheck: false,
  };
  const program = ts.createProgram([file], options);
  const diagnostics = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(diagnostics).toEqual([]);
  program.emit();
  const read = program.getSourceFiles().map(({ fileName }) => fileName);
  expect(read.filter((name) => name.includes("/packages/client/src/"))).toEqual([]);
}, 60_000);

/** Node, and the runtimes that `npm test -- systems foreign` installed. */
const runtimes: [string, string[]][] = [
  ["node", [process.execPath]],
  ...Object.entries<string[]>(JSON.parse(process.env.ATRIUM_TEST_RUNTIMES ?? "{}")),
];

test.each(runtimes)(
  "it runs on %s, and signs a user in",
  async (_, [program = "", ...args]) => {
    const { settings, person } = product;
    const env = { ...process.env, GIVEN: JSON.stringify({ settings, person }) };
    const script = join(folder, "program.js");
    const { stdout } = await run(program, [...args, script], { env, cwd: folder });
    const kinds = ["function", "function", "function"];
    expect(JSON.parse(stdout)).toEqual({ sub: person.id, users: 1, kinds });
  },
  60_000,
);

test("the packages have what a registry wants, in the service's version", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const name of ["client", "express", "next", "testing"]) {
    const installed = join(folder, "node_modules/@atrium", name);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ version, license: "MIT", sideEffects: false, type: "module" });
    for (const file of ["README.md", "LICENSE"])
      expect(existsSync(join(installed, file))).toBe(true);
    expect(existsSync(join(installed, "src"))).toBe(false);
    for (const { types, default: code } of Object.values<{ types: string; default: string }>(
      manifest.exports,
    ))
      expect([existsSync(join(installed, types)), existsSync(join(installed, code))]).toEqual([
        true,
        true,
      ]);
  }
});
