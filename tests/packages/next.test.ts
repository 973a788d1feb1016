import "@/tests/support/issuer-port";

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aPolicy } from "@/tests/builders/a-policy";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { codeBlocksOf } from "@/tests/support/code-blocks";
import { aFolderWithPackages } from "@/tests/support/packed-packages";
import { aWholeService } from "@/tests/support/whole-service";
import { freePort } from "@/tools/postgres/free-port";
import { type Supervised, startSupervised } from "@/tools/processes/supervised";

/** Files of a product. */
const FILES: Record<string, string> = {
  // Next and React are the checkout's.
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(process.cwd())} } };`,
  // Nearer than the service's own configuration, which is in the root.
  "proxy.ts": `
export function proxy() {}`,
  // Next bundles a page and a route separately: their shared state is global.
  "auth.ts": `
const { baseUrl, tenantId, tenantSecret, clientId, clientSecret, appId } = JSON.parse(process.env.GIVEN ?? "{}");
const [oidcClientId, oidcClientSecret] = ["acme-web", "not asked for"];
const shared = globalThis as { kept?: Map<string, string> };
const kept = (shared.kept ??= new Map<string, string>());
const redis = {
  async call(name: string, key = "", value = "", ...options: string[]) {
    if (name === "GET") return kept.get(key) ?? null;
    if (name === "DEL") return Number(kept.delete(key));
    if (options.includes("NX") && kept.has(key)) return null;
    kept.set(key, value);
    return "OK";
  },
};
`,
  "app/layout.tsx": `
export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}`,
  "app/page.tsx": `
import { auth } from "../auth";
async function leave() { "use server"; await auth.signOut("/sign-in"); }
async function remove() { "use server"; await auth.requireProof("/"); console.log("removed"); }
export default async function Page() {
  const user = await auth.requireUser("/?from=sign-in");
  return <><p>Hello, {user.email}</p><form id="leave" action={leave}><button>Leave</button></form>
    <form id="remove" action={remove}><button>Remove</button></form></>;
}`,
  "app/sign-in/page.tsx": `
import { redirect } from "next/navigation";
import { auth } from "../../auth";
async function enter(form: FormData) {
  "use server";
  const step = await auth.signIn({ email: String(form.get("email")), password: String(form.get("password")) });
  if (step.kind === "grant") redirect("/");
}
export default function Page() {
  return <form id="enter" action={enter}><input name="email" /><input name="password" /><button>Enter</button></form>;
}`,
};

let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
let next: Supervised;
let folder: string;
let origin: string;
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
  await aPolicy(product.tenant, { loginOtp: "never" });
  folder = await aFolderWithPackages();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  // The README's code, after the product's own.
  for (const { attributes, code } of codeBlocksOf("packages/next/README.md"))
    if (attributes.file)
      FILES[attributes.file] =
        (FILES[attributes.file] ?? "") +
        code.replace(
          'origin: "https://app.example"',
          `origin: "${origin}",\n  signInPath: "/sign-in"`,
        );
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const args = [resolve("node_modules/next/dist/bin/next"), "dev", "-p", String(port)];
  next = startSupervised([process.execPath, ...args], {
    endsBy: "TERM",
    // Its own configuration, and not the service's.
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "development",
      NEXT_TELEMETRY_DISABLED: "1",
      GIVEN: JSON.stringify({ ...product.settings, origin }),
    },
  });
  const answers = async () => expect((await fetch(`${origin}/sign-in`)).status).toBe(200);
  await vi.waitFor(answers, { timeout: 200_000, interval: 500 });
}, 300_000);
afterAll(async () => {
  await next?.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const jar = new Map<string, string>();
async function go(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; location: string; text: string }> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, ...(init.headers as Record<string, string>) };
  const response = await fetch(origin + path, { redirect: "manual", ...init, headers });
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    expect(line).toMatch(/HttpOnly/);
    expect(line.toLowerCase()).toContain("samesite=lax");
    if (/max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  const location = response.headers.get("location") ?? "";
  return {
    status: response.status,
    location: location.replace(origin, ""),
    text: await response.text(),
  };
}

/** Submits a form of a page as a browser without scripts does. */
async function submit(page: string, form: string, fields: Record<string, string>, from = origin) {
  const { text } = await go(page);
  const html = new RegExp(`<form id="${form}".*?</form>`, "s").exec(text)?.[0] ?? "";
  const body = new FormData();
  for (const [, name = ""] of html.matchAll(/<input type="hidden" name="([^"]+)"/g))
    body.append(name, "");
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return go(page, { method: "POST", body, headers: { origin: from } });
}

test("a page requires a user, an action signs one in and out, and a proof is requested", async () => {
  const { email, password } = product.person;
  const signInPath = "/sign-in?return_to=%2F%3Ffrom%3Dsign-in";
  expect(await go("/")).toMatchObject({ status: 307, location: signInPath });
  expect((await submit("/sign-in", "enter", { email, password: "not it" })).status).toBe(500);
  expect(await submit("/sign-in", "enter", { email, password })).toMatchObject({
    status: 303,
    location: "/",
  });
  expect((await go("/")).text).toContain(email);
  expect(await submit("/", "remove", {})).toMatchObject({
    status: 303,
    location: "/step-up?return_to=%2F",
  });
  const proof = {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({ method: "password", password }),
  };
  expect((await go("/auth/step-up", proof)).status).toBe(200);
  expect((await submit("/", "remove", {})).status).toBe(200);
  expect((await go("/reports")).text).toContain(email);
  expect((await go("/auth/account-security")).text).toContain('"current":true');
  const elsewhere = await submit("/", "leave", {}, "https://evil.example");
  expect(elsewhere.status).toBeGreaterThanOrEqual(400);
  expect((await go("/")).status).toBe(200);
  expect(await submit("/", "leave", {})).toMatchObject({ status: 303, location: "/sign-in" });
  expect((await go("/")).status).toBe(307);
}, 300_000);
