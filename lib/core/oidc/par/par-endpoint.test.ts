import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as parRoute } from "@/app/oauth/par/route";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import {
  authorizeForm,
  authorizeUrl,
  Browser,
  exchangeCode,
  locationOf,
  pkce,
  signInAt,
} from "@/tests/support/browser";
import { proofOf } from "@/tests/support/post-form";

const operator = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
let acme: TestEnvironment;
let client: TestOidcClient;
let user: { id: string };
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
  user = await aUser(acme);
});
afterEach(() => vi.restoreAllMocks());

async function push(
  of: { clientId: string; clientSecret: string; redirectUri: string } = client,
  extra: Record<string, string> = {},
  challenge = pkce().challenge,
) {
  const form = new URLSearchParams({
    ...authorizeForm({ ...client, ...of }, challenge, extra),
    ...proofOf(of),
  });
  const request = new Request(`${config().baseUrl}/oauth/par`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
  const response = await parRoute(request, { params: Promise.resolve({}) });
  const body = (await response.json()) as Record<string, string>;
  return { status: response.status, body, uri: body.request_uri ?? "" };
}

const addressOf = (requestUri: string, of = client, extra: Record<string, string> = {}) =>
  `/oauth/authorize?${new URLSearchParams({ client_id: of.clientId, request_uri: requestUri, ...extra })}`;
const open = (...parameters: Parameters<typeof addressOf>) =>
  new Browser().go(authorizeRoute, addressOf(...parameters));

/** Error of a request that gets no code, as the person or the client sees it. */
async function refusalOf(response: Response): Promise<string | null> {
  const { searchParams } = locationOf(response);
  expect(searchParams.has("code")).toBe(false);
  return searchParams.get("error") ?? /<code>([a-z_]+)/.exec(await response.text())?.[1] ?? null;
}

test("a pushed request has an address for sixty seconds, which leads to a code of that request", async () => {
  const { verifier, challenge } = pkce();
  const pushed = await push(client, {}, challenge);
  expect([pushed.status, pushed.body.expires_in]).toEqual([201, 60]);
  const { callback } = await signInAt(new Browser(), addressOf(pushed.uri), user.id);
  expect(callback.searchParams.get("state")).toBe("the-state");
  expect((await exchangeCode(client, { callback, verifier })).status).toBe(200);
});

test("other parameters beside the address are ignored, and unknown ones are refused", async () => {
  const { uri } = await push();
  const { callback } = await signInAt(
    new Browser(),
    addressOf(uri, client, { state: "mine", redirect_uri: "https://evil.example" }),
    user.id,
  );
  expect(callback.searchParams.get("state")).toBe("the-state");
  expect((await open((await push()).uri, client, { prompt: "login" })).status).toBe(400);
});

test("an address works once, also for two browsers that start with it at the same time", async () => {
  const { uri } = await push();
  const ends = await Promise.all(
    [0, 1].map(() => signInAt(new Browser(), addressOf(uri), user.id)),
  );
  const codes = ends.filter(({ callback }) => callback.searchParams.has("code"));
  expect(codes).toHaveLength(1);
  expect(await refusalOf(await open(uri))).toBe("invalid_request_uri");
});

test("a browser that returns with a used address is redirected to its application, from the address's own parameters", async () => {
  const redirectUris = ["https://rp.example.com/callback", "https://rp.example.com/second"];
  const own = await anOidcClient(acme, { redirectUris });
  const { uri } = await push(own);
  await signInAt(new Browser(), addressOf(uri, own), user.id);
  const back = { redirect_uri: redirectUris[1] ?? "", state: "of-the-address" };
  const { origin, pathname, searchParams } = locationOf(await open(uri, own, back));
  expect(origin + pathname).toBe(redirectUris[1]);
  expect(Object.fromEntries(searchParams)).toEqual({
    error: "invalid_request_uri",
    error_description: expect.any(String),
    state: "of-the-address",
    iss: config().baseUrl,
  });
  const elsewhere = await open(uri, own, { redirect_uri: "https://evil.example/" });
  expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([400, null]);
});

test("another client's address is redirected to the client that sent it, which learns nothing of the request", async () => {
  const { uri } = await push();
  const other = await anOidcClient(acme, { redirectUris: ["https://other.example.com/back"] });
  const back = { redirect_uri: other.redirectUri, state: "its-own" };
  const { origin, searchParams } = locationOf(await open(uri, other, back));
  expect(origin).toBe("https://other.example.com");
  expect([searchParams.get("error"), searchParams.get("state")]).toEqual([
    expect.stringMatching(/^invalid_request/),
    "its-own",
  ]);
  const { callback } = await signInAt(new Browser(), addressOf(uri), user.id);
  expect(callback.searchParams.has("code")).toBe(true);
});

test("another client's, a used, an expired and a busy address get the answer of an unknown one, to the byte", async () => {
  const other = await anOidcClient(acme);
  const shown = async (uri: string, of = client, extra: Record<string, string> = {}) => {
    const response = await open(uri, of, extra);
    const { status, headers } = response;
    const text = (await response.text())
      .replaceAll(uri, "")
      .replaceAll(encodeURIComponent(uri), "");
    return [status, headers.get("location"), headers.getSetCookie().length, text];
  };
  const never = "urn:ietf:params:oauth:request_uri:never";
  const live = await push();
  const beside: Record<string, string>[] = [
    {},
    { state: "own" },
    { redirect_uri: other.redirectUri },
  ];
  for (const extra of beside)
    expect(await shown(live.uri, other, extra)).toEqual(await shown(never, other, extra));
  expect(await shown(never, other)).toMatchObject([
    303,
    expect.not.stringContaining("state"),
    0,
    "",
  ]);
  await signInAt(new Browser(), addressOf(live.uri), user.id);
  expect(await shown(live.uri)).toEqual(await shown(never));
  const several = await anOidcClient(acme, {
    redirectUris: ["https://rp.example.com/callback", "https://rp.example.com/second"],
  });
  const foreign = await push();
  expect((await shown(foreign.uri, several))[0]).toBe(400);
  expect(await shown(foreign.uri, several)).toEqual(await shown(never, several));
  const noted = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.refusedAuthorization.findMany({ where: { oidcClientId: other.id } }),
  );
  expect(new Set(noted.map(({ description }) => description)).size).toBe(1);
  const both = await Promise.all([0, 1].map(() => signedInBrowser()));
  const racing = await push();
  const ends = await Promise.all(
    both.map((browser) => browser.go(authorizeRoute, addressOf(racing.uri))),
  );
  const [lost] = ends.map(locationOf).filter(({ searchParams }) => !searchParams.has("code"));
  expect(lost?.searchParams.has("state")).toBe(false);
});

async function signedInBrowser(): Promise<Browser> {
  const browser = new Browser();
  await signInAt(browser, authorizeUrl(client, pkce().challenge), user.id);
  return browser;
}

test("an address that is expired, another client's, another tenant's or unknown is refused", async () => {
  const { uri } = await push();
  const elsewhere = await anOidcClient(await aTenant());
  for (const of of [await anOidcClient(acme), elsewhere])
    expect(await refusalOf(await open(uri, of))).toMatch(/^invalid_request/);
  const unknown = "urn:ietf:params:oauth:request_uri:unknown";
  expect(await refusalOf(await open(unknown))).toBe("invalid_request_uri");
  const later = Date.now() + 61_000;
  vi.spyOn(Date, "now").mockReturnValue(later);
  expect(await refusalOf(await open(uri))).toBe("invalid_request_uri");
});

test.each([
  [{ prompt: "login" }, "unrecognized parameter prompt"],
  [
    { request_uri: "urn:ietf:params:oauth:request_uri:x" },
    "parameter request_uri is not supported",
  ],
  [{ request: "e30.e30." }, "parameter request is not supported"],
  [{ redirect_uri: "https://evil.example/" }, "redirect_uri is not one of"],
  [{ code_challenge: "short" }, "code_challenge must be"],
  [{ atrium_subject: "x" }, "unrecognized parameter"],
  [{ dpop_jkt: "x" }, "dpop_jkt must be"],
])("%o is refused at once, with a description", async (extra, words) => {
  const { status, body } = await push(client, extra);
  expect(status).toBe(400);
  expect(body.error_description).toContain(words);
});

test("a client that does not authenticate, or whose tenant is disabled, can't push", async () => {
  const other = await aTenant();
  const foreign = await anOidcClient(other);
  const wrong = [
    { ...client, clientSecret: foreign.clientSecret },
    { ...client, clientSecret: "" },
    { ...client, clientId: "aoc_nobody" },
  ];
  for (const of of wrong) {
    const { status, body } = await push(of);
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  }
  expect((await push(foreign)).status).toBe(201);
  await disableTenant(operator, other.publicId, "test");
  expect((await push(foreign)).status).toBe(401);
  const machine = { ...client, clientId: acme.clientId, clientSecret: acme.clientSecret };
  expect((await push(machine)).body.error).toBe("unauthorized_client");
});

test("a client that must push and does not gets an error at its address", async () => {
  const strict = await anOidcClient(acme, { requirePushedAuthorizationRequests: true });
  const plain = await new Browser().go(authorizeRoute, authorizeUrl(strict, pkce().challenge));
  const { searchParams } = locationOf(plain);
  expect(searchParams.get("error")).toBe("invalid_request");
  expect(searchParams.get("error_description")).toContain("/oauth/par");
  const { uri } = await push(strict);
  expect(locationOf(await open(uri, strict)).pathname).toBe("/login");
});

test("the audit trail lists each, in its own tenant alone", async () => {
  const mine = await aTenant();
  const own = await anOidcClient(mine);
  await push(own);
  const kinds = (of: TestEnvironment) =>
    inPrismaTransaction(of, ({ prisma }) =>
      prisma.auditEvent.findMany({ where: { kind: "oauth.pushed" } }),
    );
  expect(JSON.stringify(await kinds(mine))).toContain(own.id);
  expect(JSON.stringify(await kinds(acme))).not.toContain(own.id);
});
