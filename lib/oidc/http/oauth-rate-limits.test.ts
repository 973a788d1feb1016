import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { GET as ownSignInRoute } from "@/app/(hosted)/account-security/sign-in/route";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as preflightRoute } from "@/app/oauth/login/preflight/route";
import { POST as verifyRoute } from "@/app/oauth/login/verify-otp/route";
import { POST as confirmRoute } from "@/app/oauth/logout/confirm/route";
import { GET as logoutRoute } from "@/app/oauth/logout/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { config } from "@/lib/config/config";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { peerHeader } from "@/lib/process/peer-address";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import {
  authorizeUrl,
  Browser,
  exchangeCode,
  pkce,
  signIn,
  tokenRequest,
} from "@/tests/support/browser";

const ANONYMOUS = 12;
const AUTHORIZE = 6;
const STRANGERS = 15;
const TOKENS = 20;
vi.hoisted(() => {
  process.env.ATRIUM_LIMIT_OAUTH_NETWORK_REQUESTS = "12";
  process.env.ATRIUM_LIMIT_AUTHORIZE_NETWORK_REQUESTS = "6";
  process.env.ATRIUM_LIMIT_AUTHORIZE_CLIENT_REQUESTS = "15";
  process.env.ATRIUM_LIMIT_TOKEN_REQUESTS = "20";
});

let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
});

let hosts = 0;
/** An address that no test before has used. */
const anAddress = () => `198.51.${Math.floor(++hosts / 250)}.${(hosts % 250) + 1}`;
const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { [peerHeader()]: address, ...headers },
});
const good = (at: TestOidcClient = client) => authorizeUrl(at, pkce().challenge);
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const begin = (address: string, at = client, headers: Record<string, string> = {}) =>
  new Browser().go(authorizeRoute, good(at), from(address, headers));
const storedFor = () =>
  inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcPayload.count({ where: { model: "Interaction" } }),
  );

async function times(count: number, ask: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) statuses.push((await ask()).status);
  return statuses;
}

function machineToken(address: string, clientId: string, secret: string): Promise<Response> {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: secret };
  const request = new Request(`${config().baseUrl}/oauth/token`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...from(address).headers,
    },
    body: new URLSearchParams(form).toString(),
  });
  return Promise.resolve(tokenRoute(request, { params: Promise.resolve({}) }));
}

test("a network that begins too many authorizations waits, and leaves nothing stored while it does", async () => {
  const address = anAddress();
  expect(await times(AUTHORIZE, () => begin(address))).toEqual(Array(AUTHORIZE).fill(303));
  const stored = await storedFor();
  const refused = await begin(address, client, { "x-forwarded-for": "203.0.113.9" });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    error: "temporarily_unavailable",
    error_code: "rate_limited",
  });
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  const page = await begin(address, client, html);
  expect([page.status, page.headers.get("content-type")]).toEqual([
    429,
    "text/html; charset=utf-8",
  ]);
  expect(page.headers.get("retry-after")).toBeTruthy();
  expect(await page.text()).toContain("temporarily_unavailable · rate_limited");
  const own = `/account-security/sign-in?tenant=${acme.publicId}&environment=production`;
  expect((await new Browser().go(ownSignInRoute, own, from(address))).status).toBe(429);
  expect(await storedFor()).toBe(stored);
  expect((await begin(anAddress())).status).toBe(303);
});

describe("what a network asks without proving anything is counted together:", () => {
  const json = { "content-type": "application/json" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const login = JSON.stringify({ email: "ada@example.com", password: "not hers" });
  const code = JSON.stringify({ email: "ada@example.com", code: "123456" });
  const asked: [string, (address: string) => Promise<Response>][] = [
    [
      "going on with a sign-in",
      (address) =>
        new Browser().go(resumeRoute, `/oauth/authorize/${"x".repeat(43)}`, from(address)),
    ],
    ["a logout", (address) => new Browser().go(logoutRoute, "/oauth/logout", from(address))],
    [
      "the confirmation of a logout",
      (address) =>
        new Browser().go(confirmRoute, "/oauth/logout/confirm", {
          method: "POST",
          ...from(address, form),
          body: "client_id=x",
        }),
    ],
    [
      "a password",
      (address) =>
        new Browser().go(preflightRoute, "/oauth/login/preflight", {
          method: "POST",
          ...from(address, json),
          body: login,
        }),
    ],
    [
      "a code",
      (address) =>
        new Browser().go(verifyRoute, "/oauth/login/verify-otp", {
          method: "POST",
          ...from(address, json),
          body: code,
        }),
    ],
    [
      "userinfo without a token",
      (address) => new Browser().go(userinfoRoute, "/oauth/userinfo", from(address)),
    ],
    [
      "userinfo with a token that is none",
      (address) =>
        new Browser().go(
          userinfoRoute,
          "/oauth/userinfo",
          from(address, { authorization: `Bearer ${randomUUID()}` }),
        ),
    ],
    [
      "a token for a client that is made up",
      (address) => machineToken(address, `ac_${randomUUID()}`, "as_wrong"),
    ],
  ];

  test.each(asked)("%s", async (_what, ask) => {
    const address = anAddress();
    const statuses = await times(ANONYMOUS, () => ask(address));
    expect(statuses.filter((status) => ![400, 401].includes(status))).toEqual([]);
    const refused = await ask(address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: "temporarily_unavailable",
      error_code: "rate_limited",
    });
    expect((await ask(anAddress())).status).not.toBe(429);
    // A client that proves itself is nobody's neighbour.
    const { clientId, clientSecret } = acme;
    expect((await machineToken(address, clientId, clientSecret)).status).toBe(200);
  });
});

test("strangers together use up what is open to strangers at one client, and nothing of the client's own", async () => {
  const busy = await anOidcClient(acme);
  const ada = await aUser(acme);
  const hers = new Browser();
  const tokens = await exchangeCode(busy, await signIn(hers, busy, ada.id));
  expect(tokens.status).toBe(200);
  const statuses = await times(STRANGERS, () => begin(anAddress(), busy));
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  const again = await hers.go(authorizeRoute, good(busy), from(anAddress()));
  expect(new URL(again.headers.get("location") ?? "").searchParams.get("code")).toBeTruthy();
  const refresh = { grant_type: "refresh_token", refresh_token: tokens.body.refresh_token ?? "" };
  expect((await tokenRequest(busy, refresh)).status).toBe(200);
  expect((await begin(anAddress())).status).toBe(303);
});

test("a public client, whose id is all that there is to know of it, is used up for one network alone", async () => {
  const app = await anOidcClient(acme, {
    type: "public",
    redirectUris: ["https://spa.example.com/callback"],
  });
  const { clientId: client_id } = app;
  const junk = { grant_type: "refresh_token", client_id, refresh_token: "junk" };
  const ask = (address: string) =>
    Promise.resolve(
      tokenRoute(
        new Request(`${config().baseUrl}/oauth/token`, {
          method: "POST",
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            ...from(address).headers,
          },
          body: new URLSearchParams(junk).toString(),
        }),
        { params: Promise.resolve({}) },
      ),
    );
  const stranger = anAddress();
  const statuses = await times(TOKENS + 1, () => ask(stranger));
  expect(statuses).toEqual([...Array(TOKENS).fill(400), 429]);
  expect((await ask(anAddress())).status).toBe(400);
});

test("a user who asks userinfo too often waits, and nobody else at the client does", async () => {
  const shared = await anOidcClient(acme);
  const accessToken = async () => {
    const { id } = await aUser(acme);
    const { body } = await exchangeCode(shared, await signIn(new Browser(), shared, id));
    return body.access_token ?? "";
  };
  const [hers, his] = [await accessToken(), await accessToken()];
  const ask = (token: string) =>
    new Browser().go(
      userinfoRoute,
      "/oauth/userinfo",
      from(anAddress(), { authorization: `Bearer ${token}` }),
    );
  expect(await times(TOKENS, () => ask(hers))).toEqual(Array(TOKENS).fill(200));
  expect((await ask(hers)).status).toBe(429);
  expect((await ask(his)).status).toBe(200);
});
