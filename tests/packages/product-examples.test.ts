import "@/tests/support/issuer-port";

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logoutToken } from "@/lib/core/backchannel-logout/logout-token";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { aClientKey } from "@/tests/builders/a-client-key";
import { aPolicy } from "@/tests/builders/a-policy";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { tokensBoundTo } from "@/tests/builders/tokens-bound-to";
import { Browser, signIn, signInAt } from "@/tests/support/browser";
import { documented } from "@/tests/support/documented";
import { aProof } from "@/tests/support/dpop-client";
import { lastCode } from "@/tests/support/queued-mail";
import { inShell, ownPath } from "@/tests/support/shell";
import { aWholeService } from "@/tests/support/whole-service";
import { freePort } from "@/tools/postgres/free-port";
import { type Supervised, startSupervised } from "@/tools/processes/supervised";

const run = promisify(execFile);
let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
const running: Supervised[] = [];
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
}, 120_000);
afterAll(async () => {
  for (const { child, stop } of running) {
    await stop();
    // npx ends before the program that it started.
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // Nothing was left.
    }
  }
  await service.stop();
});

const variables = ({ settings }: TestProduct): Record<string, string> => ({
  ATRIUM_BASE_URL: settings.baseUrl,
  ATRIUM_TENANT_ID: settings.tenantId,
  ATRIUM_TENANT_SECRET: settings.tenantSecret,
  ATRIUM_CLIENT_ID: settings.clientId,
  ATRIUM_CLIENT_SECRET: settings.clientSecret,
  ATRIUM_APP_ID: settings.appId,
});

/** Commands in the README of an example to type once the service runs. */
const typedAfter = (block: string) => block.split("\n").slice(1);

/** Starts an example that serves, on a port. */
async function started(
  command: string,
  port: number,
  env: Record<string, string>,
): Promise<Visitor> {
  running.push(
    startSupervised(["bash", ...inShell(command)], {
      endsBy: "TERM",
      env: { ...process.env, ...env, PATH: ownPath, PORT: `${port}` },
    }),
  );
  const origin = `http://localhost:${port}`;
  const answers = () =>
    fetch(origin, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: 60_000, interval: 300 }).toBe(true);
  return new Visitor(origin);
}

/** A browser of an example: it stores cookies and follows redirects within the example. */
class Visitor {
  private readonly jar = new Map<string, string>();
  constructor(readonly origin: string) {}

  async go(
    path: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; text: string; location: string }> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, this.origin), {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie, ...(form ? { origin: this.origin } : {}) },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes("Max-Age=0")) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    const location = response.headers.get("location") ?? "";
    if (location.startsWith("/")) return this.go(location);
    return { status: response.status, text: await response.text(), location };
  }
}

test("the product backend signs in, steps up, shows and ends sessions, changes the password and signs out", async () => {
  const [command = ""] = typedAfter(documented("examples/product-backend/README.md", "npm start"));
  const visitor = await started(command, await freePort(), variables(product));
  const { email, password } = product.person;
  expect((await visitor.go("/sign-in", { email, password: "not it" })).text).toContain(
    "That did not match.",
  );
  expect((await visitor.go("/sign-in", { email, password })).text).toContain("Enter your code");
  const code = await lastCode(product.tenant, email);
  const home = await visitor.go("/code", { code, remember: "yes" });
  expect(home.text).toContain(email);
  expect(home.text).toContain("reports:read");
  expect((await visitor.go("/delete-notes", {})).text).toContain("Confirm that it is you");
  const wrong = await visitor.go("/step-up", { method: "password", password: "not it" });
  expect(wrong.text).toContain("That password or code is not right.");
  expect((await visitor.go("/step-up", { method: "send" })).text).toContain("We sent a code to");
  await visitor.go("/step-up", { method: "password", password });
  expect((await visitor.go("/delete-notes", {})).text).toContain("Every note was deleted.");
  expect((await visitor.go("/security")).text).toContain("This one");
  expect((await visitor.go("/security/others", {})).text).toContain("Done: 0 were ended.");
  const next = { current: password, new: "seven quiet lamps in fog", others: "yes" };
  expect((await visitor.go("/security/password", { ...next, new: "password123" })).text).toContain(
    "The password is among those",
  );
  expect((await visitor.go("/security/password", next)).text).toContain(
    "Your password was changed.",
  );
  expect((await visitor.go("/sign-out", {})).text).toContain("You are signed out.");
  expect((await visitor.go("/")).text).toContain("Forgot your password?");
}, 180_000);

test("the relying party signs in at the service's pages, refreshes, and gets a logout notice", async () => {
  const port = await freePort();
  const client = await anOidcClient(product.tenant, {
    redirectUris: [`http://localhost:${port}/callback`],
  });
  const { clientId, clientSecret } = client;
  const command = documented("examples/relying-party/README.md", "CLIENT_ID=", {
    "aoc_…": clientId,
    "aocs_…": clientSecret,
  });
  const visitor = await started(command, port, { ISSUER: product.settings.baseUrl });
  const redirect = await visitor.go("/sign-in");
  const { callback } = await signInAt(new Browser(), redirect.location, product.person.id);
  const home = await visitor.go(callback.pathname + callback.search);
  expect(home.text).toContain("Signed in as Ada");
  expect((await visitor.go("/refresh", {})).text).toContain("Tokens refreshed");
  const sid = /<dt>sid<\/dt><dd>([^<]+)</.exec(home.text)?.[1] ?? "";
  const token = await logoutToken({
    userId: product.person.id,
    sid,
    jti: crypto.randomUUID(),
    clientId,
  });
  expect((await visitor.go("/backchannel-logout", { logout_token: "none" })).status).toBe(400);
  expect((await visitor.go("/backchannel-logout", { logout_token: token })).status).toBe(200);
  expect((await visitor.go("/")).text).toContain("You are not signed in");
}, 180_000);

/** Returns the access token of a user who signed in at a relying party that binds nothing to a key. */
async function aBearerToken(): Promise<string> {
  const client = await anOidcClient(product.tenant, { type: "public" });
  const { callback, verifier } = await signIn(new Browser(), client, product.person.id);
  const response = await fetch(`${service.baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", code_verifier: verifier, client_id: client.clientId },
      ...{ code: callback.searchParams.get("code") ?? "", redirect_uri: client.redirectUri },
    }),
  });
  return String((await response.json()).access_token);
}

test("the protected API takes a bound token with its key's proof, once, and a stolen one not at all", async () => {
  const port = await freePort();
  const [serve = "", anonymousCommand = "", bearerCommand = ""] = typedAfter(
    documented("examples/protected-api/README.md", "npm start", {
      "http://localhost:4200/notes  ": `http://localhost:${port}/notes  `,
      'ACCESS_TOKEN" http://localhost:4200': `ACCESS_TOKEN" http://localhost:${port}`,
    }),
  );
  const { origin } = await started(serve, port, variables(product));
  const typed = async (line: string, env = {}) =>
    (await run("bash", inShell(line), { env: { ...process.env, ...env } })).stdout;
  expect(await typed(anonymousCommand)).toMatch(/^HTTP\/1.1 401 /);
  const bearer = { ACCESS_TOKEN: await aBearerToken() };
  expect(JSON.parse(await typed(bearerCommand, bearer))).toEqual({ notes: [] });
  const [key, thief] = [await aClientKey(), await aClientKey()];
  const { access_token: token = "" } = await tokensBoundTo(key, product);
  const proofFor = (method: "GET" | "POST", by = key) =>
    aProof({ path: "/notes", key: by, method, token, claims: { htu: `${origin}/notes` } });
  async function ask(method: "GET" | "POST", proof?: string, scheme = "DPoP", body?: string) {
    const headers = { authorization: `${scheme} ${token}`, ...(proof && { dpop: proof }) };
    const response = await fetch(`${origin}/notes`, { method, headers, ...(body && { body }) });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  const proof = await proofFor("POST");
  const note = await ask("POST", proof, "DPoP", "The lamp is on.");
  expect([note.status, note.body]).toEqual([200, { notes: ["The lamp is on."] }]);
  expect((await ask("GET", await proofFor("GET"))).body).toEqual(note.body);
  const again = await ask("POST", proof, "DPoP", "The lamp is off.");
  expect([again.status, again.body.title]).toEqual([401, "The proof was used before"]);
  for (const stolen of [
    await ask("GET", undefined, "Bearer"),
    await ask("GET"),
    await ask("GET", await proofFor("GET", thief)),
    await ask("GET", await proofFor("POST")),
  ]) {
    expect(stolen.status).toBe(401);
    expect(stolen.headers.get("www-authenticate")).toContain("DPoP error=");
  }
  const unauthenticated = await fetch(`${origin}/notes`);
  expect([unauthenticated.status, unauthenticated.headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer, DPoP algs="ES256 EdDSA"',
  ]);
}, 180_000);

test("the provisioning script takes a customer from nothing to a token, twice", async () => {
  const fresh = await aProduct();
  await createOrganizationType(fresh.tenant, { key: "customer", name: "Customer" });
  await aPolicy(fresh.tenant, { loginOtp: "never" });
  const env = { ...process.env, ...variables(fresh), PATH: ownPath };
  const [command = ""] = typedAfter(documented("examples/provisioning/README.md", "npm start"));
  for (let nth = 0; nth < 2; nth += 1) {
    const { stdout } = await run("bash", inShell(command), { env });
    expect(stdout).toContain("access is granted");
    expect(stdout).toContain("a token for 300 seconds with the permissions: reports:read");
  }
}, 180_000);
