import "@/tests/support/issuer-port";

import { gzipSync } from "node:zlib";
import { EdgeVM } from "@edge-runtime/vm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { lastCode } from "@/tests/support/queued-mail";
import { aWholeService } from "@/tests/support/whole-service";

let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
}, 120_000);
afterAll(() => service.stop());

/** Bundles a program for browsers and edge runtimes; returns its code and the files that went into it. */
async function bundled(contents: string): Promise<{ code: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "iife",
    globalName: "program",
    platform: "browser",
    conditions: ["worker", "browser"],
    target: "es2022",
  });
  return { code: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) };
}

const everything = `export * from "@atrium/client"; export * from "@atrium/client/oidc";
  export * from "@atrium/client/installation"; export * from "@atrium/client/verify"; export * from "@atrium/client/web";`;

test("login alone is under 12 kB, gzipped, and contains no unused code", async () => {
  const { code, inputs } = await bundled(
    `export { createAtrium, createLogin } from "@atrium/client";`,
  );
  const bytes = gzipSync(code).length;
  expect(bytes).toBeLessThan(12_000);
  console.log(`login alone: ${bytes} bytes`);
  const included = inputs.join("\n");
  expect(included).not.toMatch(/node_modules\/jose/);
  expect(code).not.toMatch(/AES-GCM|backchannel|EXPIRE|"NX"/);
});

test("the bundle needs no Node, and jose is its one dependency", async () => {
  const { inputs, code } = await bundled(everything);
  expect(code).not.toMatch(/["']node:|\brequire\(|\bprocess\.|\bBuffer\b/);
  const packages = inputs.flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  expect(new Set(packages)).toEqual(new Set(["jose"]));
});

test("a user signs in, and a token is verified, in an edge runtime", async () => {
  const { code } = await bundled(`
    import { createAtrium, createLogin, cookieStore } from "@atrium/client";
    import { createVerifier } from "@atrium/client/verify";
    export async function signIn(settings, person, codeOf) {
      const cookies = new Map();
      const jar = { get: (name) => cookies.get(name), set: (name, value) => cookies.set(name, value) };
      const store = cookieStore(jar, "a secret of at least 32 characters");
      const login = createLogin(createAtrium(settings), { appId: settings.appId, store });
      let step = await login.preflight({ email: person.email, password: person.password });
      if (step.kind === "otp_required") step = await login.verify(step, { code: await codeOf() });
      const session = await login.exchange(step);
      await login.identity(session.session_id);
      const { access_token } = await login.token(session.session_id);
      const { sub } = await createVerifier(settings)(access_token);
      return { sub, cookies: cookies.size };
    }`);
  const edge = new EdgeVM();
  edge.evaluate(code);
  // An edge runtime has none, so the program can't have used it.
  expect(edge.evaluate("typeof process + typeof Buffer + typeof require")).toBe(
    "undefined".repeat(3),
  );
  const { settings, person, tenant } = product;
  const codeOf = () => lastCode(tenant, person.email);
  const signIn = edge.evaluate<(...args: unknown[]) => Promise<unknown>>("program.signIn");
  expect(await signIn(settings, person, codeOf)).toEqual({ sub: person.id, cookies: 1 });
});
