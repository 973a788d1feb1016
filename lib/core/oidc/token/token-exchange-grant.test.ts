import { randomUUID } from "node:crypto";
import { decodeJwt, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as discovery } from "@/app/.well-known/openid-configuration/route";
import { POST as invalidate } from "@/app/api/v1/auth/session/invalidate/route";
import { POST as validate } from "@/app/api/v1/auth/session/validate/route";
import { POST } from "@/app/oauth/token/route";
import { changeIdentitySource } from "@/lib/core/external-identities/change-identity-source";
import { createExternalPrincipal } from "@/lib/core/external-identities/create-external-principal";
import { findExternalPrincipal } from "@/lib/core/external-identities/external-principal-store";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { releaseBinding } from "@/lib/core/external-identities/release-binding";
import { TOKEN_EXCHANGE } from "@/lib/core/oidc/token/token-exchange-grant";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { minutesAfter, now, setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { aBinding, anIdentitySource } from "@/tests/builders/an-identity-source";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { anIssuer, type TestIssuer } from "@/tests/support/an-issuer";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let issuer: TestIssuer;
let source: IdentitySource;
let appId: string;
let roleId: string;
/** Of the running test: a user with access to the app, and the subject bound to them. */
let user: string;
let subject: string;
let bound: { principalId: string; bindingId: string };

beforeAll(async () => {
  acme = await aTenant();
  issuer = await anIssuer();
  source = await anIdentitySource(acme, {
    issuer: issuer.issuer,
    jwksUri: issuer.jwksUri,
    audiences: ["reports-web", "reports-ios"],
    attributeMapping: { department: "dept", mail: "email" },
  });
  appId = (await anApp(acme)).id;
  roleId = (await aRole(acme, { appIds: [appId] })).id;
});
beforeEach(async () => {
  user = (await aMember(acme, { roleId })).userId;
  subject = randomUUID();
  bound = await aBinding(acme, { userId: user, sourceId: source.id, subject });
});
afterAll(() => issuer.stop());

const type = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;

async function ask(form: Record<string, string>, headers: Record<string, string> = {}) {
  const request = new Request(`${config().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(form).toString(),
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const exchange = async (token: string, more: Record<string, string> = {}) =>
  ask({
    grant_type: TOKEN_EXCHANGE,
    client_id: acme.clientId,
    client_secret: acme.clientSecret,
    audience: appId,
    subject_token: token,
    subject_token_type: type("id_token"),
    ...more,
  });
const refusedAs = (detail: string) => ({
  status: 400,
  body: { error: "invalid_request", error_description: expect.stringContaining(detail) },
});
const sessionsOf = (userId: string) =>
  inPrismaTransaction(acme, ({ prisma }) => prisma.session.count({ where: { userId } }));

describe("the token of a bound principal", () => {
  test("becomes a session of the user and a user token for the app", async () => {
    const token = await issuer.token(subject, { amr: ["pwd", "mfa"], dept: "Research" });
    const context = { "x-end-user-ip": "198.51.100.7", "x-end-user-agent": "Firefox" };
    const form = {
      grant_type: TOKEN_EXCHANGE,
      client_id: acme.clientId,
      client_secret: acme.clientSecret,
      audience: appId,
      subject_token: token,
      subject_token_type: type("jwt"),
      requested_token_type: type("access_token"),
    };
    const answer = await ask(form, context);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.body).toMatchObject({
      access_token: expect.any(String),
      issued_token_type: type("access_token"),
      token_type: "Bearer",
      expires_in: 300,
      scope: "reports:read",
      organization_id: expect.any(String),
      user: { id: user },
      session_id: expect.any(String),
      account_session_id: expect.any(String),
      session_policy: { idle_timeout_minutes: 30 },
      session_activity_token: expect.any(String),
      kind: null,
    });
    expect(decodeJwt(answer.body.access_token)).toMatchObject({
      sub: user,
      aud: appId,
      sid: answer.body.session_id,
      amr: ["fed", "pwd", "mfa"],
    });
    const stored = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.findUniqueOrThrow({ where: { id: answer.body.session_id } }),
    );
    expect(stored).toMatchObject({ appId, ipAddress: "198.51.100.7", userAgent: "Firefox" });
  });

  test("is a session like any other: validated, and over when it is ended", async () => {
    const { body } = await exchange(await issuer.token(subject));
    const token = await aMachineToken(acme, ["sessions:validate", "sessions:invalidate"]);
    const post = (handler: typeof validate, path: string) =>
      call(handler, {
        method: "POST",
        path: `/api/v1/auth/session/${path}`,
        token,
        body: { session_id: body.session_id },
      });
    expect((await post(validate, "validate")).body).toMatchObject({ valid: true, user_id: user });
    expect((await post(invalidate, "invalidate")).body).toEqual({ revoked: 1 });
    expect((await post(validate, "validate")).body).toMatchObject({ reason: "revoked" });
  });

  test("updates the principal's attributes in the source's mapping, and no others", async () => {
    await exchange(await issuer.token(subject, { dept: "Research", email: "g@x.example" }));
    await exchange(await issuer.token(subject, { dept: "Sales", other: 1 }));
    const principal = await inPrismaTransaction(acme, (t) =>
      findExternalPrincipal(t, bound.principalId),
    );
    expect(principal?.claims).toEqual({ department: "Sales", mail: "g@x.example" });
  });

  test("stores numbers with all their digits, and distinguishes them", async () => {
    const claims = async (dept: string) => {
      const brought = { dept: parseJson(dept) };
      expect((await exchange(await issuer.token(subject, brought))).status).toBe(200);
      const found = await inTransaction(acme, (db) => findExternalPrincipal(db, bound.principalId));
      return JSON.stringify(found?.claims);
    };
    for (const dept of [
      "9007199254740992",
      "9007199254740993",
      '"9007199254740993"',
      '[{"a":0.10000000000000001}]',
    ])
      expect(await claims(dept)).toBe(`{"department":${dept}}`);
  });

  test("with a text that can't be stored is refused, and stays unused", async () => {
    const dept = "Research\0";
    const token = await issuer.token(subject, { dept });
    expect(await exchange(token)).toMatchObject(refusedAs("dept"));
    expect(await sessionsOf(user)).toBe(0);
    expect((await exchange(await issuer.token(subject, { other: dept }))).status).toBe(200);
  });

  test("is audited at the principal", async () => {
    await exchange(await issuer.token(subject));
    await exchange("nonsense");
    await exchange(await issuer.token(subject, { aud: "another" }));
    expect(await eventsOf(acme, bound.principalId)).toEqual([
      "external_principal.created",
      "identity_binding.created",
      "external_principal.token_exchanged",
    ]);
    const ofSource = await eventsOf(acme, source.id);
    expect(ofSource.at(-1)).toBe("external_principal.token_refused");
  });

  test("has the sign-in time of the source, which it does not make more recent", async () => {
    const seconds = Math.floor(now().getTime() / 1000);
    const earlier = await exchange(await issuer.token(subject, { auth_time: seconds - 3600 }));
    expect(decodeJwt(earlier.body.access_token)).toMatchObject({ auth_time: seconds - 3600 });
    const tooLong = await exchange(await issuer.token(subject, { auth_time: seconds - 13 * 3600 }));
    expect(tooLong).toMatchObject(refusedAs("too long ago"));
    expect(tooLong.body.error_code).toBe("expired");
    // A future `auth_time` of the source is not accepted as a sign-in.
    const later = await exchange(await issuer.token(subject, { auth_time: seconds + 86_400 }));
    expect(decodeJwt(later.body.access_token).auth_time).toBeLessThanOrEqual(seconds + 5);
  });

  test("becomes one session, of twenty attempts at once and afterwards", async () => {
    const token = await issuer.token(subject);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refusedAs("exchanged before"));
    expect(await exchange(token)).toMatchObject(refusedAs("exchanged before"));
    // A token without a jti, too.
    const anonymous = await issuer.token(subject, { jti: undefined });
    expect((await exchange(anonymous)).status).toBe(200);
    expect(await exchange(anonymous)).toMatchObject(refusedAs("exchanged before"));
    expect(await sessionsOf(user)).toBe(2);
  });

  test("an exchanged token is remembered as long as it could be exchanged again", async () => {
    const token = await issuer.token(subject);
    await exchange(token);
    const [row] = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.exchangedToken.findMany({
        where: { sourceId: source.id },
        orderBy: { expiresAt: "desc" },
        take: 1,
      }),
    );
    const reset = setClock({ now: () => minutesAfter(row?.expiresAt ?? new Date(), 0.1) });
    try {
      expect(await exchange(token)).toMatchObject(refusedAs("expired"));
    } finally {
      reset();
    }
  });
});

describe("a token is refused", () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  test.each<[string, string, Record<string, unknown>]>([
    ["for another audience", "aud", { aud: "somebody-else" }],
    ["that has expired", "expired", { exp: seconds() - 60 }],
    ["that is not yet valid", "nbf", { nbf: seconds() + 3600 }],
    ["from the future", "future", { iat: seconds() + 3600 }],
    ["without an expiry", "exp", { exp: undefined }],
    ["without a time of issue", "iat", { iat: undefined }],
    ["without a subject", "sub", { sub: undefined }],
    ["with a subject that no one can have", "subject", { sub: "a\u0000b" }],
    ["of an issuer that is no source", "issuer", { iss: "https://elsewhere.example.com" }],
    ["without an issuer", "issuer", { iss: undefined }],
    ["of a subject that is not known", "not an external principal", { sub: "nobody" }],
    ["that is a logout token", "another kind", { events: { "http://x": {} } }],
  ])("%s", async (_, detail, claims) => {
    expect(await exchange(await issuer.token(subject, claims))).toMatchObject(refusedAs(detail));
    expect(await sessionsOf(user)).toBe(0);
  });

  test("of another type", async () => {
    for (const typ of ["logout+jwt", "dpop+jwt"])
      expect(await exchange(await issuer.token(subject, {}, { typ }))).toMatchObject(
        refusedAs("another kind"),
      );
    expect((await exchange(await issuer.token(subject, {}, { typ: "at+jwt" }))).status).toBe(200);
  });

  test("whose signature is changed, missing, another issuer's, or made with the public key", async () => {
    const token = await issuer.token(subject);
    const [header, payload] = token.split(".");
    const claims = decodeJwt(token);
    const other = await anIssuer();
    const foreign = await other.token(subject, { iss: issuer.issuer });
    await other.stop();
    const shared = new TextEncoder().encode("the public key, as everybody can read it");
    const forged = new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(shared);
    for (const wrong of [
      `${header}.${payload}.AAAA`,
      `${header}.${payload}.`,
      new UnsecuredJWT(claims).encode(),
      await forged,
      foreign,
      "a.b.c",
      "x".repeat(10_000),
      "\u0000",
    ])
      expect(await exchange(wrong)).toMatchObject({
        status: 400,
        body: { error: "invalid_request" },
      });
    expect(await sessionsOf(user)).toBe(0);
  });

  test("while its source is disabled, and accepted again afterwards", async () => {
    const token = await issuer.token(subject);
    await changeIdentitySource(acme, source.id, { status: "disabled" });
    try {
      expect(await exchange(token)).toMatchObject(refusedAs("disabled"));
    } finally {
      await changeIdentitySource(acme, source.id, { status: "active" });
    }
    expect((await exchange(token)).status).toBe(200);
  });

  test("once its binding is released, and before there is one", async () => {
    await releaseBinding(acme, bound.bindingId);
    expect(await exchange(await issuer.token(subject))).toMatchObject(
      refusedAs("not bound to a user"),
    );
    const unbound = randomUUID();
    await createExternalPrincipal(acme, { sourceId: source.id, subject: unbound });
    expect(await exchange(await issuer.token(unbound))).toMatchObject(
      refusedAs("not bound to a user"),
    );
  });

  test("for a user who is suspended or deleted", async () => {
    await suspendUser(acme, user, null);
    const suspended = await exchange(await issuer.token(subject));
    expect(suspended).toMatchObject(refusedAs("may not sign in"));
    expect(suspended.body.error_code).toBe("user_disabled");
    await deleteUser(acme, user);
    expect(await exchange(await issuer.token(subject))).toMatchObject(
      refusedAs("not bound to a user"),
    );
    expect(await sessionsOf(user)).toBe(0);
  });

  test("in another environment, which does not have its source", async () => {
    const globex = await aTenant();
    const answer = await exchange(await issuer.token(subject), {
      client_id: globex.clientId,
      client_secret: globex.clientSecret,
    });
    expect(answer).toMatchObject(refusedAs("not an identity source"));
  });

  test("when the user is deleted at the same moment, no session remains", async () => {
    for (let round = 0; round < 5; round++) {
      const gone = (await aMember(acme, { roleId })).userId;
      const theirs = randomUUID();
      await aBinding(acme, { userId: gone, sourceId: source.id, subject: theirs });
      const [answer] = await Promise.all([
        exchange(await issuer.token(theirs)),
        deleteUser(acme, gone),
      ]);
      expect([200, 400]).toContain(answer.status);
      const live = await inPrismaTransaction(acme, ({ prisma }) =>
        prisma.session.count({ where: { userId: gone, revokedAt: null } }),
      );
      expect(live).toBe(0);
    }
  });
});

describe("access to the app", () => {
  test("is evaluated; a denial consumes no token, starts no session and is audited", async () => {
    const closed = (await anApp(acme)).id;
    const token = await issuer.token(subject);
    const denied = await exchange(token, { audience: closed });
    expect(denied.status).toBe(400);
    expect(denied.body).toMatchObject({ error: "invalid_target", error_code: "role_denied" });
    const unknown = await exchange(token, { audience: randomUUID() });
    expect(unknown.body).toMatchObject({ error: "invalid_target", error_code: "app_unknown" });
    expect(await sessionsOf(user)).toBe(0);
    expect(await eventsOf(acme, closed)).toEqual(
      expect.arrayContaining(["access.denied", "external_principal.token_refused"]),
    );
    expect((await exchange(token)).status).toBe(200);
  });

  test("through several organizations requires one of them in the request", async () => {
    const second = await aMember(acme, { userId: user, roleId });
    const token = await issuer.token(subject);
    const answer = await exchange(token);
    expect(answer.body).toMatchObject({ error_code: "organization_selection_required" });
    const named = await exchange(token, { organization_id: second.organizationId });
    expect(named.body).toMatchObject({ organization_id: second.organizationId });
  });
});

describe("the request", () => {
  test("is refused by name for unsupported values", async () => {
    const token = await issuer.token(subject);
    for (const [more, error] of [
      [{ subject_token: "" }, "invalid_request"],
      [{ subject_token_type: type("saml2") }, "invalid_request"],
      [{ requested_token_type: type("refresh_token") }, "invalid_request"],
      [{ actor_token: token, actor_token_type: type("jwt") }, "invalid_request"],
      [{ organization_id: "x" }, "invalid_request"],
      [{ audience: "" }, "invalid_request"],
      [{ audience: "reports-web" }, "invalid_target"],
      [{ resource: "https://api.example.com" }, "invalid_target"],
      [{ scope: "reports:read" }, "invalid_scope"],
    ] as const) {
      const answer = await exchange(token, more);
      expect(answer.status, JSON.stringify(more)).toBe(400);
      expect(answer.body.error, JSON.stringify(more)).toBe(error);
      if ("scope" in more) expect(answer.body.error_description).toContain(`scope ${more.scope} `);
    }
    expect(await sessionsOf(user)).toBe(0);
  });

  test("needs a machine credential that may mint user tokens", async () => {
    const reader = await aTenant({ scopes: ["users:read"] });
    const relying = await anOidcClient(acme);
    const token = await issuer.token(subject);
    const as = (client_id: string, client_secret: string) =>
      exchange(token, { client_id, client_secret });
    expect((await as(reader.clientId, reader.clientSecret)).body.error).toBe("unauthorized_client");
    expect((await as(relying.clientId, relying.clientSecret)).body.error).toBe(
      "unauthorized_client",
    );
    expect(await as(acme.clientId, "as_wrong")).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
  });

  test("counts against the client's budget of token requests", async () => {
    const busy = await aTenant();
    const { limits } = config();
    const before = limits.tokenRequests;
    limits.tokenRequests = 2;
    try {
      const client = { client_id: busy.clientId, client_secret: busy.clientSecret };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => exchange("nonsense", client)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 429, 429, 429]);
    } finally {
      limits.tokenRequests = before;
    }
  });

  test("is the one that discovery announces", async () => {
    const response = await discovery(new Request("http://x/"), { params: Promise.resolve({}) });
    const { grant_types_supported } = await response.json();
    expect(grant_types_supported).toContain(TOKEN_EXCHANGE);
  });
});

describe("the source's keys", () => {
  const another = async (uri: string) => {
    const name = `https://${randomUUID()}.example.com`;
    const made = await anIdentitySource(acme, { issuer: name, jwksUri: uri });
    const theirs = randomUUID();
    const { userId } = await aMember(acme, { roleId });
    await aBinding(acme, { userId, sourceId: made.id, subject: theirs });
    return () => issuer.token(theirs, { iss: name });
  };

  test("are read once for many tokens, and once more for one with an unknown key", async () => {
    const token = await another(`${issuer.jwksUri}?${randomUUID()}`);
    const before = issuer.host.bodies.length;
    await Promise.all(Array.from({ length: 5 }, async () => exchange(await token())));
    expect(issuer.host.bodies.length).toBe(before + 1);
    await issuer.rotate("ES256");
    // The keys were read recently, so they are not read again for this request.
    expect(await exchange(await token())).toMatchObject(refusedAs("no key"));
    expect(issuer.host.bodies.length).toBe(before + 1);
    const late = await token();
    const real = Date.now;
    Date.now = () => real() + 31_000;
    try {
      expect((await exchange(late)).status).toBe(200);
    } finally {
      Date.now = real;
    }
    expect(issuer.host.bodies.length).toBe(before + 2);
  });

  test.each<[string, () => string, () => void]>([
    ["redirects", () => issuer.jwksUri, () => issuer.host.answerWith(302, issuer.jwksUri)],
    ["answers with an error", () => issuer.jwksUri, () => issuer.host.answerWith(500)],
    ["publishes no JSON", () => issuer.jwksUri, () => issuer.host.publish("<html>")],
    ["publishes no key set", () => issuer.jwksUri, () => issuer.host.publish('{"keys":7}')],
    ["answers without end", () => issuer.jwksUri, () => issuer.host.publish(" ".repeat(300_000))],
    ["is not there", () => "https://rp.example.com:1/keys", () => {}],
  ])(
    "at an address that %s are not accepted, and are not read again at once",
    async (_, uri, break_) => {
      const token = await another(`${uri()}?${randomUUID()}`);
      break_();
      const before = issuer.host.bodies.length;
      const answers = [await exchange(await token()), await exchange(await token())];
      const requests = issuer.host.bodies.length - before;
      issuer.host.answerWith(200);
      await issuer.rotate();
      for (const answer of answers) {
        expect(answer.status).toBe(503);
        expect(answer.body).toMatchObject({ error: "temporarily_unavailable" });
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect(requests).toBeLessThanOrEqual(1);
    },
  );

  test("are never read from an address that is not public", async () => {
    const allowed = issuer.host.network.allowed;
    issuer.host.network.allowed = () => false;
    try {
      const token = await another(`${issuer.jwksUri}?${randomUUID()}`);
      const before = issuer.host.bodies.length;
      const answer = await exchange(await token());
      expect(answer.status).toBe(503);
      expect(answer.body.error_description).toContain("not public");
      expect(issuer.host.bodies.length).toBe(before);
    } finally {
      issuer.host.network.allowed = allowed;
    }
  });
});
