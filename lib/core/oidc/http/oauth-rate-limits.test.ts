import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { GET as ownSignInRoute } from "@/app/(hosted)/account-security/sign-in/route";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as deviceRoute } from "@/app/oauth/device/route";
import { POST as preflightRoute } from "@/app/oauth/login/preflight/route";
import { POST as verifyRoute } from "@/app/oauth/login/verify-otp/route";
import { POST as confirmRoute } from "@/app/oauth/logout/confirm/route";
import { GET as logoutRoute } from "@/app/oauth/logout/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { peerHeader } from "@/lib/kernel/process/peer-address";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { authorizeUrl, Browser, exchangeCode, pkce, signIn } from "@/tests/support/browser";

const ANONYMOUS = 12;
const AUTHORIZE = 6;
const CLIENT_REQUESTS = 15;
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
/** Returns an address that no earlier test used. */
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

test("a network that starts too many authorizations is limited, and nothing is stored for the refused ones", async () => {
  const address = anAddress();
  expect(await times(AUTHORIZE, () => begin(address))).toEqual(Array(AUTHORIZE).fill(303));
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
  expect(await storedFor()).toBe(0);
  expect((await begin(anAddress())).status).toBe(303);
});

test("limits on IPv6 apply per /64, and to the /56 and the /48 that one customer may have", async () => {
  const of = (network: string) => begin(`2001:db8:${network}::1`);
  for (const network of ["7:100", "7:101", "7:102", "7:103"]) {
    expect(await times(AUTHORIZE, () => of(network))).toEqual(Array(AUTHORIZE).fill(303));
    expect((await of(network)).status).toBe(429);
  }
  expect((await of("7:1ff")).status).toBe(429);
  expect((await of("7:200")).status).toBe(303);
  expect((await of("8:100")).status).toBe(303);
});

describe("unauthenticated requests of a network are counted together:", () => {
  const json = { "content-type": "application/json" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const login = JSON.stringify({ email: "ada@example.com", password: "not hers" });
  const code = JSON.stringify({ email: "ada@example.com", code: "123456" });
  const requests: [string, (address: string) => Promise<Response>][] = [
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

  test.each(requests)("%s", async (_what, ask) => {
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
    // The network's limit does not apply to a client that authenticates.
    const { clientId, clientSecret } = acme;
    expect((await machineToken(address, clientId, clientSecret)).status).toBe(200);
  });
});

test("no sign-in is stored until its person has acted, regardless of how many networks start one", async () => {
  const busy = await anOidcClient(acme);
  const statuses = await times(2 * CLIENT_REQUESTS, () => begin(anAddress(), busy));
  expect(statuses).toEqual(Array(2 * CLIENT_REQUESTS).fill(303));
  expect(await storedFor()).toBe(0);
});

test("an interaction too long for a cookie is stored, and networks share the client's limit for it", async () => {
  const busy = await anOidcClient(acme);
  const long = (address: string, at = busy) =>
    new Browser().go(
      authorizeRoute,
      authorizeUrl(at, pkce().challenge, { state: randomBytes(1000).toString("hex") }),
      from(address),
    );
  const ada = await aUser(acme);
  const hers = new Browser();
  expect((await exchangeCode(busy, await signIn(hers, busy, ada.id))).status).toBe(200);
  const greedy = anAddress();
  expect(await times(AUTHORIZE, () => long(greedy))).toEqual(Array(AUTHORIZE).fill(303));
  const others = await times(CLIENT_REQUESTS - AUTHORIZE, () => long(anAddress()));
  expect(others).toEqual(Array(CLIENT_REQUESTS - AUTHORIZE).fill(303));
  expect(await storedFor()).toBe(CLIENT_REQUESTS);
  // The shared limit is used up. Each further network has a share of its own, smaller the more networks there
  // are.
  for (let network = 0; network < CLIENT_REQUESTS; network += 1)
    expect((await long(anAddress())).status).toBe(303);
  const late = anAddress();
  expect(await times(2, () => long(late))).toEqual([303, 429]);
  // Ordinary requests, those of a signed-in browser, devices and other clients don't count against it.
  expect((await begin(anAddress(), busy)).status).toBe(303);
  const again = await hers.go(authorizeRoute, good(busy), from(anAddress()));
  expect(new URL(again.headers.get("location") ?? "").searchParams.get("code")).toBeTruthy();
  expect((await long(anAddress(), client)).status).toBe(303);
});

test("devices of a public client have a limit apart from browsers', and networks share it", async () => {
  const line = await anOidcClient(acme, {
    ...({ type: "public", deviceAuthorization: true } as const),
    redirectUris: [],
  });
  const ask = (address: string) =>
    new Browser().go(deviceRoute, "/oauth/device", {
      method: "POST",
      ...from(address, { "content-type": "application/x-www-form-urlencoded" }),
      body: new URLSearchParams({ client_id: line.clientId }).toString(),
    });
  const greedy = anAddress();
  expect(await times(CLIENT_REQUESTS, () => ask(greedy))).toEqual(Array(CLIENT_REQUESTS).fill(200));
  expect((await ask(anAddress())).status).toBe(200);
  expect((await ask(anAddress())).status).toBe(200);
});

test("a public client, which has only its public id, is limited per network", async () => {
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
  const network = anAddress();
  const statuses = await times(TOKENS + 1, () => ask(network));
  expect(statuses).toEqual([...Array(TOKENS).fill(400), 429]);
  expect((await ask(anAddress())).status).toBe(400);
});

test("a user who calls userinfo too often is limited, and no other user of the client", async () => {
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
