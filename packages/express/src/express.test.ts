import "@/tests/support/issuer-port";

import { once } from "node:events";
import type { Server } from "node:http";
import { createAtrium, memoryStore } from "@atrium/client";
import { createResourceGuard } from "@atrium/client/verify";
import { createExpressAuth, type ExpressAuth } from "@atrium/express";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logoutToken } from "@/lib/core/backchannel-logout/logout-token";
import { aClientKey } from "@/tests/builders/a-client-key";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { tokensBoundTo } from "@/tests/builders/tokens-bound-to";
import { Browser, signInAt } from "@/tests/support/browser";
import { aProof } from "@/tests/support/dpop-client";
import { lastCode } from "@/tests/support/queued-mail";
import { aWholeService } from "@/tests/support/whole-service";
import { freePort } from "@/tools/postgres/free-port";

let service: Awaited<ReturnType<typeof aWholeService>>;
let server: Server;
let origin: string;
let product: TestProduct;
let auth: ExpressAuth;
let clientId: string;
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
  origin = `http://localhost:${await freePort()}`;
  const client = await anOidcClient(product.tenant, {
    redirectUris: [`${origin}/auth/callback`],
    postLogoutRedirectUris: [`${origin}/`],
  });
  clientId = client.clientId;
  auth = createExpressAuth({
    atrium: createAtrium(product.settings),
    origin,
    appId: product.settings.appId,
    store: memoryStore(),
    hosted: { clientId, clientSecret: client.clientSecret },
  });
  server = await listen(application(auth), Number(new URL(origin).port));
}, 120_000);
afterAll(async () => {
  server?.close();
  await service.stop();
});

/** An application as a product would write it. */
function application({
  routes,
  requireUser,
  requireProof,
  userOf,
  signIn,
  enterCode,
  webRequest,
}: ExpressAuth) {
  const app = express();
  const guard = createResourceGuard({
    atrium: createAtrium(product.settings),
    origin,
    proofs: memoryStore(),
  });
  app.use(express.urlencoded());
  app.use(routes);
  app.post("/sign-in", async (request, response) => {
    const { email, password } = request.body;
    response.json({ kind: (await signIn(request, response, { email, password })).kind });
  });
  app.post("/code", async (request, response) => {
    const { code, remember } = request.body;
    const step = await enterCode(request, response, { code, rememberDevice: remember === "yes" });
    response.json({ kind: step.kind });
  });
  app.get("/", requireUser, (request, response) => {
    response.send(userOf(request).email);
  });
  app.post("/delete", requireUser, requireProof, (_request, response) => {
    response.send("deleted");
  });
  app.post("/notes", async (request, response) => {
    const { sub } = await guard(webRequest(request));
    response.json({ sub, note: request.body.note });
  });
  app.use(((error, _request, response, _next) => {
    response.status(error.status || 500).json({ code: error.code });
  }) as express.ErrorRequestHandler);
  return app;
}

async function listen(app: express.Express, port: number): Promise<Server> {
  const listening = app.listen(port, "localhost");
  await once(listening, "listening");
  return listening;
}

/** A browser of the product: it stores cookies, sends the origin of its forms, and follows no redirect. */
class Visitor {
  readonly jar = new Map<string, string>();
  readonly lines: string[] = [];
  private user: TestProduct["person"] | null = null;

  /** Returns a new user, so that no other test uses up their codes. */
  async person(): Promise<TestProduct["person"]> {
    this.user ??= await product.newPerson();
    return this.user;
  }

  /** Returns the same user in another browser that is trusted. */
  async elsewhere(): Promise<Visitor> {
    const other = new Visitor();
    other.user = await this.person();
    other.jar.set("atrium_device", this.jar.get("atrium_device") ?? "");
    return other;
  }

  async go(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, origin), {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: {
        accept: "text/html",
        ...(cookie ? { cookie } : {}),
        ...(form ? { origin } : {}),
        ...headers,
      },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      this.lines.push(line);
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (line.includes("Max-Age=0")) this.jar.delete(pair.slice(0, at));
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    return { status: response.status, location: response.headers.get("location"), text };
  }

  async signIn({ remember = "no" } = {}): Promise<void> {
    const { email, password } = await this.person();
    const first = await this.go("/sign-in", { email, password });
    if (first.text.includes("otp_required")) {
      const code = await lastCode(product.tenant, email);
      expect((await this.go("/code", { code, remember })).text).toContain("grant");
    }
    expect(await this.go("/")).toMatchObject({ status: 200, text: email });
  }

  /** Signs in through the service's own pages. */
  async signInHosted(returnTo = "/"): Promise<{ status: number; location: string | null }> {
    const started = await this.go(`/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`);
    const { callback } = await signInAt(new Browser(), started.location ?? "", product.person.id);
    return this.go(callback.pathname + callback.search);
  }
}

test("a user signs in with password and code, and out", async () => {
  const visitor = new Visitor();
  expect(await visitor.go("/")).toMatchObject({
    status: 303,
    location: "/auth/sign-in?return_to=%2F",
  });
  await visitor.signIn();
  expect(visitor.lines.every((line) => /; Path=\/; HttpOnly; SameSite=Lax/.test(line))).toBe(true);
  const copied = new Map(visitor.jar);
  expect(await visitor.go("/auth/sign-out", {})).toMatchObject({ status: 303, location: "/" });
  expect((await visitor.go("/")).status).toBe(303);
  for (const [name, value] of copied) visitor.jar.set(name, value);
  expect((await visitor.go("/")).status).toBe(303);
});

test("a cookie that was changed, made up, sent twice or fixed beforehand signs no user in", async () => {
  const visitor = new Visitor();
  const fixed = "A".repeat(43);
  visitor.jar.set("atrium_session", fixed);
  await visitor.signIn();
  const value = visitor.jar.get("atrium_session") ?? "";
  expect(value).not.toBe(fixed);
  const status = async (cookie: string) =>
    (await fetch(origin, { redirect: "manual", headers: { cookie, accept: "text/html" } })).status;
  expect(await status(`atrium_session=${value}`)).toBe(200);
  const other = value.startsWith("A") ? "B" : "A";
  expect(await status(`atrium_session=${other}${value.slice(1)}`)).toBe(303);
  expect(await status(`atrium_session=${fixed}`)).toBe(303);
  expect(await status(`atrium_session=${value}; atrium_session=${value}`)).toBe(303);
  expect(await status(`atrium_session=${value}x`)).toBe(303);
  expect(await status("atrium_session=../../session")).toBe(303);
});

test("a session that ended elsewhere is over at the next request", async () => {
  const here = new Visitor();
  await here.signIn({ remember: "yes" });
  const there = await here.elsewhere();
  await there.signIn();
  expect((await here.go("/auth/account-security/sessions/revoke-others", {})).status).toBe(200);
  expect((await there.go("/")).status).toBe(303);
  expect((await here.go("/")).status).toBe(200);
});

test("a form of another site has no effect with the user's cookie", async () => {
  const visitor = new Visitor();
  await visitor.signIn();
  const evil = { origin: "https://evil.example" };
  const paths = ["sign-out", "step-up", "account-security/sessions/revoke-others"];
  for (const path of paths)
    for (const headers of [
      evil,
      { origin: "null" },
      { origin: "null", "sec-fetch-site": "cross-site" },
    ])
      expect(
        (await visitor.go(`/auth/${path}`, {}, headers as Record<string, string>)).status,
      ).toBe(403);
  const { email, password } = await visitor.person();
  expect((await visitor.go("/sign-in", { email, password }, evil)).status).toBe(403);
  expect((await visitor.go("/")).status).toBe(200);
});

test("a dangerous action requires a fresh proof, once", async () => {
  const visitor = new Visitor();
  await visitor.signIn();
  expect(await visitor.go("/delete", {})).toMatchObject({ status: 303, location: "/step-up" });
  const wrong = await visitor.go("/auth/step-up", { method: "password", password: "not it" });
  expect(wrong.status).toBe(401);
  expect((await visitor.go("/delete", {})).status).toBe(303);
  const { password } = await visitor.person();
  const proven = await visitor.go("/auth/step-up", {
    method: "password",
    password,
    return_to: "//evil.example",
  });
  expect(proven).toMatchObject({ status: 303, location: "/" });
  expect((await visitor.go("/delete", {})).text).toBe("deleted");
  expect((await visitor.go("/delete", {})).status).toBe(303);
});

test("account security shows the user's sessions, devices and factors, and ends them", async () => {
  const visitor = new Visitor();
  await visitor.signIn({ remember: "yes" });
  const read = async () => JSON.parse((await visitor.go("/auth/account-security")).text);
  const shown = await read();
  expect(shown).toMatchObject({ factors: expect.any(Array), policy: expect.any(Object) });
  expect(shown.sessions.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
  for (const { id } of shown.trusted_devices)
    expect(
      (await visitor.go(`/auth/account-security/trusted-devices/${id}/revoke`, {})).status,
    ).toBe(200);
  expect((await read()).trusted_devices).toEqual([]);
  expect((await visitor.go("/auth/account-security/users/1/revoke", {})).status).toBe(404);
  expect((await new Visitor().go("/auth/account-security")).status).toBe(401);
});

test("a user signs in at the service's own pages, and returns to the requested page", async () => {
  const visitor = new Visitor();
  expect(await visitor.signInHosted("/?page=2")).toMatchObject({
    status: 303,
    location: "/?page=2",
  });
  expect(await visitor.go("/")).toMatchObject({ status: 200, text: product.person.email });
  const out = await visitor.go("/auth/sign-out", {});
  expect(new URL(out.location ?? "").pathname).toBe("/oauth/logout");
  expect((await visitor.go("/")).status).toBe(303);
});

test("a sign-in returns to no other site, and another browser's answer is refused", async () => {
  expect((await new Visitor().signInHosted("https://evil.example/")).location).toBe("/");
  const [visitor, victim] = [new Visitor(), new Visitor()];
  const started = await visitor.go("/auth/sign-in");
  const { callback } = await signInAt(new Browser(), started.location ?? "", product.person.id);
  expect((await victim.go(callback.pathname + callback.search)).status).toBe(400);
  await victim.go("/auth/sign-in");
  expect((await victim.go(callback.pathname + callback.search)).status).toBe(400);
  expect((await victim.go("/")).status).toBe(303);
  expect((await visitor.go(callback.pathname + callback.search)).status).toBe(303);
  expect((await visitor.go(callback.pathname + callback.search)).status).toBe(400);
});

test("an access token is cached until shortly before its end, renewed once for parallel calls, and deleted with its session", async () => {
  const visitor = new Visitor();
  await visitor.signInHosted();
  const request = () =>
    new Request(origin, {
      headers: { cookie: `atrium_session=${visitor.jar.get("atrium_session")}` },
    });
  const ask = (renew = false) => auth.web.accessToken(request(), { renew });
  const first = await ask();
  expect(await ask()).toBe(first);
  const renewed = await Promise.all([ask(true), ask(true), ask(true)]);
  expect(new Set(renewed).size).toBe(1);
  expect(renewed[0]).not.toBe(first);
  expect(await ask()).toBe(renewed[0]);
  const userinfo = await fetch(`${product.settings.baseUrl}/oauth/userinfo`, {
    headers: { authorization: `Bearer ${renewed[0]}` },
  });
  expect(await userinfo.json()).toMatchObject({ sub: product.person.id });

  const { headers } = request();
  const session = await auth.web.sessions.find(headers);
  if (session?.kind !== "hosted") throw new Error("unreachable: the session is hosted");
  // About to end, and read by a server that was slower than another one.
  await auth.web.sessions.change(headers, {
    ...session,
    tokens: { ...session.tokens, expiresAt: Date.now() + 59_000 },
  });
  const next = await ask();
  expect(next).not.toBe(renewed[0]);
  await auth.web.sessions.change(headers, {
    ...session,
    tokens: { ...session.tokens, refreshToken: "ended" },
  });
  expect(await ask(true)).toBeNull();
  expect((await visitor.go("/")).status).toBe(303);
  expect(await auth.web.accessToken(new Request(origin), { renew: true })).toBeNull();
  const direct = new Visitor();
  await direct.signIn();
  const cookie = `atrium_session=${direct.jar.get("atrium_session")}`;
  expect(await auth.web.accessToken(new Request(origin, { headers: { cookie } }))).toBeNull();
});

test("a logout token of the service ends the session that it names, and a replay has no effect", async () => {
  const [visitor, other] = [new Visitor(), new Visitor()];
  await visitor.signInHosted();
  await other.signInHosted();
  const session = await auth.web.sessions.find(
    new Headers({ cookie: `atrium_session=${visitor.jar.get("atrium_session")}` }),
  );
  const sid = session?.kind === "hosted" ? (session.sid ?? "") : "";
  const userId = product.person.id;
  const token = await logoutToken({ userId, sid, jti: crypto.randomUUID(), clientId });
  const send = async (logout_token: string) =>
    (
      await fetch(`${origin}/auth/backchannel-logout`, {
        method: "POST",
        body: new URLSearchParams({ logout_token }),
      })
    ).status;
  expect(await send("no token")).toBe(400);
  const foreign = await logoutToken({
    userId,
    sid,
    jti: crypto.randomUUID(),
    clientId: "aoc_other",
  });
  expect(await send(foreign)).toBe(400);
  expect((await visitor.go("/")).status).toBe(200);
  expect(await send(token)).toBe(200);
  expect((await visitor.go("/")).status).toBe(303);
  expect((await other.go("/")).status).toBe(200);
  await visitor.signInHosted();
  expect(await send(token)).toBe(200);
  expect((await visitor.go("/")).status).toBe(200);
});

test("a guard accepts a bound token for the method of its proof", async () => {
  const key = await aClientKey();
  const { access_token: token = "" } = await tokensBoundTo(key, product);
  const ask = async (method: "GET" | "POST") => {
    const claims = { htu: `${origin}/notes` };
    const dpop = await aProof({ path: "/notes", key, method, token, claims });
    return new Visitor().go("/notes", { note: "n" }, { authorization: `DPoP ${token}`, dpop });
  };
  expect(JSON.parse((await ask("POST")).text)).toEqual({ sub: product.person.id, note: "n" });
  expect((await ask("GET")).status).toBe(401);
});
