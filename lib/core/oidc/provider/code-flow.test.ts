import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { afterEach, beforeAll, expect, test } from "vitest";
import { POST as introspectRoute } from "@/app/oauth/introspect/route";
import { GET as jwksRoute } from "@/app/oauth/jwks/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { updateOidcClient } from "@/lib/core/oidc-clients/update-oidc-client";
import { setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";
import { verifiedClaims } from "@/tests/support/id-token";
import { postForm } from "@/tests/support/post-form";

let acme: TestEnvironment;
let client: TestOidcClient;
let user: { id: string; email: string };
let reset: (() => void) | undefined;

beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
  user = await aUser(acme, { displayName: "Ada", emailVerifiedMethod: "service_otp" });
});
afterEach(() => reset?.());

const later = (seconds: number) => {
  reset = setClock({ now: () => new Date(Date.now() + seconds * 1000) });
};
const none = { params: Promise.resolve({}) };
const userinfo = (token: string) =>
  userinfoRoute(
    new Request(`${config().baseUrl}/oauth/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    }),
    none,
  );
const refresh = (token: string, as = client) =>
  tokenRequest(as, { grant_type: "refresh_token", refresh_token: token });

test("a sign-in ends in an ID token with user, time, method and inactivity limit", async () => {
  const signedIn = await signIn(new Browser(), client, user.id);
  expect(signedIn.callback.origin + signedIn.callback.pathname).toBe(client.redirectUri);
  expect(signedIn.callback.searchParams.get("state")).toBe("the-state");
  expect(signedIn.callback.searchParams.get("iss")).toBe(config().baseUrl);
  const { status, body } = await exchangeCode(client, signedIn);
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 900 });
  const jwks = await (await jwksRoute(new Request("http://x/"), none)).json();
  const { payload } = await jwtVerify(body.id_token ?? "", createLocalJWKSet(jwks), {
    issuer: config().baseUrl,
    audience: client.clientId,
    algorithms: ["RS256"],
  });
  expect(payload).toMatchObject({
    sub: user.id,
    nonce: "the-nonce",
    sid: expect.any(String),
    auth_time: expect.any(Number),
    amr: ["pwd"],
    email: user.email,
    email_verified: true,
    name: "Ada",
    [`${config().claimsBase}/claims/session_policy`]: { idle_timeout_minutes: 30 },
  });
  expect(decodeProtectedHeader(body.id_token ?? "").alg).toBe("RS256");
  const info = await userinfo(body.access_token ?? "");
  expect(await info.json()).toMatchObject({ sub: user.id, email: user.email, name: "Ada" });
});

test("a request without openid is plain OAuth: no ID token, nothing at userinfo, and a token that a resource server can introspect", async () => {
  const signedIn = await signIn(new Browser(), client, user.id, {
    ...{ scope: "profile", nonce: "" },
  });
  const { status, body } = await exchangeCode(client, signedIn);
  expect([status, body.scope, body.id_token]).toEqual([200, "profile", undefined]);
  expect((await userinfo(body.access_token ?? "")).status).toBe(403);
  const next = await refresh(body.refresh_token ?? "");
  expect([next.status, next.body.id_token]).toEqual([200, undefined]);
  const introspected = await postForm(introspectRoute, "/oauth/introspect", {
    ...{ client_id: acme.clientId, client_secret: acme.clientSecret },
    token: next.body.access_token ?? "",
  });
  expect(introspected.body).toMatchObject({ active: true, sub: user.id, scope: "profile" });
});

test("a refreshed ID token is of the same sign-in, and has no nonce", async () => {
  const first = (await exchangeCode(client, await signIn(new Browser(), client, user.id))).body;
  const claims = await verifiedClaims(first.id_token ?? "", client.clientId);
  expect(claims).toMatchObject({ nonce: "the-nonce" });
  let refreshToken = first.refresh_token ?? "";
  for (let times = 0; times < 2; times += 1) {
    const form = { grant_type: "refresh_token", refresh_token: refreshToken };
    const { body } = await tokenRequest(client, form);
    const refreshed = await verifiedClaims(body.id_token ?? "", client.clientId);
    expect(refreshed).not.toHaveProperty("nonce");
    const { sub, sid, aud, auth_time } = claims;
    expect(refreshed).toMatchObject({ sub, sid, aud, auth_time });
    refreshToken = body.refresh_token ?? "";
  }
});

test("the session and the relying party's part in it are recorded with the sid of the tokens", async () => {
  const someone = await aUser(acme);
  const { body } = await exchangeCode(client, await signIn(new Browser(), client, someone.id));
  const { sessions, parties } = await inPrismaTransaction(acme, async ({ prisma }) => {
    const sessions = await prisma.session.findMany({ where: { userId: someone.id } });
    const where = { sessionId: { in: sessions.map(({ id }) => id) } };
    return { sessions, parties: await prisma.sessionClient.findMany({ where }) };
  });
  expect(sessions).toMatchObject([{ kind: "hosted" }]);
  expect(parties).toMatchObject([{ oidcClientId: client.id }]);
  const claims = JSON.parse(
    Buffer.from(body.id_token?.split(".")[1] ?? "", "base64url").toString(),
  );
  expect(parties[0]?.sid).toBe(claims.sid);
});

test("a signed-in browser needs no second sign-in", async () => {
  const browser = new Browser();
  await signIn(browser, client, user.id);
  const again = await signIn(browser, client, user.id);
  expect(again.callback.searchParams.get("code")).toBeTruthy();
  expect(again.response.status).toBe(303);
});

test("exactly one of twenty parallel redemptions of a code succeeds, and its tokens are valid", async () => {
  const signedIn = await signIn(new Browser(), client, user.id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => exchangeCode(client, signedIn)),
  );
  const won = answers.filter((answer) => answer.status === 200);
  expect(won).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect({ status, error: body.error }).toEqual({ status: 400, error: "invalid_grant" });
  expect((await userinfo(won[0]?.body.access_token ?? "")).status).toBe(200);
});

test("a code that is presented again late ends what it was exchanged for", async () => {
  const signedIn = await signIn(new Browser(), client, user.id);
  const { body } = await exchangeCode(client, signedIn);
  later(11);
  expect((await exchangeCode(client, signedIn)).body.error).toBe("invalid_grant");
  expect((await userinfo(body.access_token ?? "")).status).toBe(401);
});

test("a wrong verifier, redirect URI or client gets nothing, and a failed exchange is permanent", async () => {
  const exchange = async (form: Record<string, string>, as = client) => {
    const signedIn = await signIn(new Browser(), client, user.id);
    const code = signedIn.callback.searchParams.get("code") ?? "";
    const good = { code, redirect_uri: client.redirectUri, code_verifier: signedIn.verifier };
    const grant = { grant_type: "authorization_code" };
    const first = await tokenRequest(as, { ...grant, ...good, ...form });
    return [first, await tokenRequest(client, { ...grant, ...good })] as const;
  };
  const wrong: Record<string, string>[] = [
    { code_verifier: "x".repeat(43) },
    { redirect_uri: "https://rp.example.com/other" },
    { code_verifier: "" },
  ];
  for (const form of wrong) {
    const [first, second] = await exchange(form);
    expect(first).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(second).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  }
  const otherClient = await anOidcClient(acme);
  const [stolen, rightful] = await exchange({}, otherClient);
  expect(stolen.body.error).toBe("invalid_grant");
  expect(rightful.status).toBe(200);
});

test("a refresh token rotates, its thirty days don't restart, and early reuse is answered once more", async () => {
  const { body } = await exchangeCode(client, await signIn(new Browser(), client, user.id));
  const first = body.refresh_token ?? "";
  const rotated = await refresh(first);
  expect(rotated.status).toBe(200);
  expect(rotated.body.refresh_token).not.toBe(first);
  const lost = await refresh(first);
  expect(lost.status).toBe(200);
  const otherClient = await anOidcClient(acme);
  expect((await refresh(first, otherClient)).body.error).toBe("invalid_grant");
  // Both answers can be refreshed, each by itself.
  for (const { body: answer } of [rotated, lost])
    expect((await refresh(answer.refresh_token ?? "")).status).toBe(200);
  const expiries = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcPayload.findMany({ where: { model: "RefreshToken", userId: user.id } }),
  );
  const longest = Math.max(...expiries.map((row) => row.expiresAt?.getTime() ?? 0));
  expect(longest).toBeLessThanOrEqual(Date.now() + 30 * 24 * 3600 * 1000 + 2000);
});

test("a rotated refresh token that is presented again late ends its family and is audited", async () => {
  const someone = await aUser(acme);
  const { body } = await exchangeCode(client, await signIn(new Browser(), client, someone.id));
  const first = body.refresh_token ?? "";
  const rotated = await refresh(first);
  later(11);
  const otherClient = await anOidcClient(acme);
  expect((await refresh(first, otherClient)).body.error).toBe("invalid_grant");
  reset?.();
  const alive = await refresh(rotated.body.refresh_token ?? "");
  expect(alive.status).toBe(200);
  later(11);
  expect((await refresh(first)).body.error).toBe("invalid_grant");
  expect((await refresh(alive.body.refresh_token ?? "")).body.error).toBe("invalid_grant");
  const events = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.auditEvent.findMany({ where: { kind: "oidc.refresh_reuse_detected" } }),
  );
  expect(events.filter((event) => JSON.stringify(event.targets).includes(someone.id))).toHaveLength(
    1,
  );
});

test("parallel refreshes with one token get tokens of the family: the first and five more", async () => {
  const { body } = await exchangeCode(client, await signIn(new Browser(), client, user.id));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refresh(body.refresh_token ?? "")),
  );
  const won = answers.filter((answer) => answer.status === 200);
  expect(won).toHaveLength(6);
  expect(new Set(won.map(({ body: { refresh_token } }) => refresh_token)).size).toBe(6);
  for (const answer of won)
    expect((await refresh(answer.body.refresh_token ?? "")).status).toBe(200);
  expect(await refresh(body.refresh_token ?? "")).toMatchObject({
    ...{ status: 400, body: { error: "invalid_grant" } },
  });
});

/** Issues tokens of a relying party with this grace period for used refresh tokens. */
async function tokensWithGrace(refreshGraceSeconds?: number) {
  const as = await anOidcClient(
    acme,
    refreshGraceSeconds === undefined ? {} : { refreshGraceSeconds },
  );
  const someone = await aUser(acme);
  const { body } = await exchangeCode(as, await signIn(new Browser(), as, someone.id));
  return { as, first: body.refresh_token ?? "" };
}

test.each([
  ["10 seconds, unless its client says otherwise", undefined, 10],
  ["30 seconds, if its client says so", 30, 30],
  ["1 second, if its client says so", 1, 1],
])(
  "a used refresh token may be presented again for %s, and later ends its family",
  async (_, grace, seconds) => {
    const { as, first } = await tokensWithGrace(grace);
    // Freezes the clock, to test the exact last moment.
    const began = Date.now();
    const after = (milliseconds: number) => {
      reset?.();
      reset = setClock({ now: () => new Date(began + milliseconds) });
    };
    after(0);
    const rotated = await refresh(first, as);
    after(seconds * 1000);
    expect((await refresh(first, as)).status).toBe(200);
    expect((await refresh(rotated.body.refresh_token ?? "", as)).status).toBe(200);
    after(seconds * 1000 + 1);
    const late = await refresh(first, as);
    expect(late).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await refresh(rotated.body.refresh_token ?? "", as)).status).toBe(400);
  },
);

test("without a grace period, a used refresh token is refused even at the same moment, and the family ends", async () => {
  const { as, first } = await tokensWithGrace(0);
  const at = new Date();
  reset = setClock({ now: () => at });
  const rotated = await refresh(first, as);
  expect(rotated.status).toBe(200);
  expect((await refresh(first, as)).body.error).toBe("invalid_grant");
  expect((await refresh(rotated.body.refresh_token ?? "", as)).body.error).toBe("invalid_grant");
});

test("a changed grace period applies from the next refresh on", async () => {
  const { as, first } = await tokensWithGrace(0);
  await refresh(first, as);
  await updateOidcClient(acme, as.id, { refreshGraceSeconds: 30 });
  later(25);
  expect((await refresh(first, as)).status).toBe(200);
});

test.each([
  [0, 1],
  [30, 6],
])(
  "of ten parallel refreshes with one token, a client with a grace of %i seconds gets %i answered",
  async (grace, won) => {
    const { as, first } = await tokensWithGrace(grace);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first, as)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(won);
    expect(answers.filter(({ body }) => body.error === "invalid_grant")).toHaveLength(10 - won);
  },
);

test("a suspended user's refresh token and access token are worthless", async () => {
  const someone = await aUser(acme);
  const { body } = await exchangeCode(client, await signIn(new Browser(), client, someone.id));
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.update({
      where: { id: someone.id },
      data: { status: "suspended", suspendedAt: new Date() },
    }),
  );
  expect((await refresh(body.refresh_token ?? "")).body.error).toBe("invalid_grant");
  expect((await userinfo(body.access_token ?? "")).status).toBe(401);
});

test("a public client redeems with its verifier alone", async () => {
  const app = await anOidcClient(acme, {
    type: "public",
    redirectUris: ["http://127.0.0.1/callback"],
  });
  const anyPort = { ...app, redirectUri: "http://127.0.0.1:53211/callback" };
  const signedIn = await signIn(new Browser(), anyPort, user.id);
  expect((await exchangeCode(anyPort, signedIn)).status).toBe(200);
});

test("a machine token does not reach userinfo, nor does a token of another kind", async () => {
  for (const token of ["nonsense", "a.b.c"]) {
    const response = await userinfo(token);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("invalid_token");
  }
});

test("a page of a public client may read token answers, and a page of another origin may not", async () => {
  const app = await anOidcClient(acme, {
    type: "public",
    redirectUris: ["https://spa.example.com/callback"],
  });
  const allowedFor = async (origin: string) => {
    const request = new Request(`${config().baseUrl}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin },
      body: new URLSearchParams({
        client_id: app.clientId,
        grant_type: "refresh_token",
        refresh_token: "x",
      }).toString(),
    });
    const response = await tokenRoute(request, none);
    return response.headers.get("access-control-allow-origin");
  };
  expect(await allowedFor("https://spa.example.com")).toBe("https://spa.example.com");
  expect(await allowedFor("https://evil.example")).toBeNull();
});
