import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { POST as mintUserToken } from "@/app/api/v1/auth/token/route";
import { GET as listUsers } from "@/app/api/v1/management/users/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { findInstallation } from "@/lib/core/installations/installation-store";
import { setOrganizationStatus } from "@/lib/core/organizations/set-organization-status";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anAssertion, anInstallation, anInstallationKey } from "@/tests/builders/an-installation";
import { anOrganization } from "@/tests/builders/an-organization";
import { atMoment } from "@/tests/support/at-moment";
import { call } from "@/tests/support/call-route";

const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

let acme: TestEnvironment;
let hall: Awaited<ReturnType<typeof anInstallation>>;
beforeAll(async () => {
  acme = await aTenant();
  hall = await anInstallation(acme);
});

interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
  text: string;
}

/** Requests a token; undefined parameters are omitted. */
async function ask(parameters: Record<string, string | undefined>): Promise<TokenAnswer> {
  const form = new URLSearchParams();
  const defaults = { grant_type: "client_credentials", client_assertion_type: TYPE };
  for (const [name, value] of Object.entries({ ...defaults, ...parameters }))
    if (value !== undefined) form.set(name, value);
  const request = new Request(`${config().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
  const response = await tokenRoute(request, { params: Promise.resolve({}) });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), text };
}

const signedBy = async (
  one: Pick<typeof hall, "id" | "key">,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
) => ask({ client_assertion: await anAssertion(one.id, one.key, claims, header) });

const accessToken = async (one: typeof hall) =>
  String((await signedBy(one)).body.access_token ?? "");

/** Answer of a route for installations to this bearer token. */
const whoAmI = endpoint({
  id: "whoAmI",
  tag: "Installations",
  summary: "Say who calls",
  caller: "installation",
  scope: "installations:report",
  answers: { ok: answer(z.unknown(), null, "The installation.") },
  handle: async ({ caller, ok }) => ok({ installation: caller.installationId, app: caller.appId }),
});
const report = (token?: string, headers: Record<string, string> = {}) =>
  call(whoAmI, { path: "/nowhere", headers, ...(token ? { token } : {}) });

describe("an installation", () => {
  test("gets a token by a signature of its key, for itself, its app and its tenant alone", async () => {
    const { status, body } = await signedBy(hall);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 900,
      scope: "installations:report",
    });
    const claims = decodeJwt(String(body.access_token));
    expect(claims).toMatchObject({
      iss: config().baseUrl,
      aud: "service-management-api",
      sub: hall.id,
      client_id: hall.id,
      installation_id: hall.id,
      app_id: hall.appId,
      organization_id: null,
      tenant_id: acme.publicId,
      environment: "production",
      scope: "installations:report",
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
    const header = decodeProtectedHeader(String(body.access_token));
    expect(header).toMatchObject({ alg: "EdDSA", typ: "at+jwt" });
  });

  test("may name the token endpoint as the audience, and itself as client_id", async () => {
    for (const aud of [`${config().baseUrl}/oauth/token`, [config().baseUrl]])
      expect((await signedBy(hall, { aud })).status).toBe(200);
    const client_assertion = await anAssertion(hall.id, hall.key);
    expect((await ask({ client_assertion, client_id: hall.id })).status).toBe(200);
  });

  test("is refused another client_id, another type of assertion and two methods at once", async () => {
    const client_assertion = await anAssertion(hall.id, hall.key);
    for (const wrong of [
      { client_id: crypto.randomUUID() },
      { client_assertion_type: undefined },
      { client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:saml2-bearer" },
      { client_secret: "as_x", client_id: hall.id },
    ])
      expect(await ask({ client_assertion, ...wrong })).toMatchObject({
        status: 400,
        body: { error: "invalid_request" },
      });
    expect(await ask({})).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });

  test("gets no other scope, grant or resource", async () => {
    const wrong: [Record<string, string>, string][] = [
      [{ scope: "users:read" }, "invalid_scope"],
      [{ scope: "installations:report users:read" }, "invalid_scope"],
      [{ grant_type: "authorization_code", code: "x" }, "unauthorized_client"],
      [{ grant_type: "refresh_token", refresh_token: "x" }, "unauthorized_client"],
      [{ grant_type: "password" }, "unsupported_grant_type"],
      [{ resource: "urn:service-management-api" }, "invalid_target"],
    ];
    for (const [parameters, error] of wrong) {
      const client_assertion = await anAssertion(hall.id, hall.key);
      const answer = await ask({ client_assertion, ...parameters });
      expect(answer).toMatchObject({ status: 400, body: { error } });
      if (error === "invalid_scope")
        expect(answer.body).toMatchObject({
          error_description: "scope users:read is not one of an installation's",
        });
    }
    const client_assertion = await anAssertion(hall.id, hall.key);
    expect((await ask({ client_assertion, scope: "installations:report" })).status).toBe(200);
  });
});

describe("an assertion", () => {
  test("is accepted once, in twenty parallel requests and afterwards", async () => {
    const client_assertion = await anAssertion(hall.id, hall.key);
    const at_once = Array.from({ length: 20 }, () => ask({ client_assertion }));
    const statuses = (await Promise.all(at_once)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(19);
    expect((await ask({ client_assertion })).status).toBe(401);
    // A new assertion with the same jti is refused: the jti is consumed.
    const jti = String(decodeJwt(client_assertion).jti);
    expect((await signedBy(hall, { jti, exp: Math.floor(Date.now() / 1000) + 90 })).status).toBe(
      401,
    );
  });

  test("that is wrong, foreign, stale, endless or an unknown installation's is refused with the same bytes", async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const other = await anInstallation(acme);
    const elsewhere = await anInstallation(await aTenant());
    const unknownInstallation = { id: crypto.randomUUID(), key: hall.key };
    const base = config().baseUrl;
    const wrong = await Promise.all([
      signedBy({ id: hall.id, key: other.key }),
      signedBy({ id: elsewhere.id, key: hall.key }),
      signedBy(unknownInstallation),
      signedBy({ id: acme.clientId, key: hall.key }),
      signedBy({ id: "aoc_unknown", key: hall.key }),
      signedBy(hall, { iss: other.id }),
      signedBy(hall, { aud: "https://elsewhere.example" }),
      signedBy(hall, { aud: [base, "https://elsewhere.example"] }),
      signedBy(hall, { aud: `${base}/api/v1/enrolment/redeem` }),
      signedBy(hall, { aud: undefined }),
      signedBy(hall, { exp: undefined }),
      signedBy(hall, { exp: seconds - 31 }),
      signedBy(hall, { exp: seconds + 340 }),
      signedBy(hall, { nbf: seconds + 60 }),
      signedBy(hall, { jti: undefined }),
      signedBy(hall, { jti: "" }),
      signedBy(hall, { jti: "x".repeat(256) }),
      signedBy(hall, { jti: 7 }),
      signedBy(hall, {}, { typ: "enrolment-proof+jwt" }),
      signedBy(hall, {}, { typ: "at+jwt" }),
      ask({ client_assertion: "nonsense" }),
      ask({ client_assertion: "a.b.c", client_id: hall.id }),
    ]);
    const [first] = wrong;
    for (const [index, answer] of wrong.entries()) {
      expect(answer.status, String(index)).toBe(401);
      expect(answer.body.error).toBe("invalid_client");
      expect(answer.text).toBe(first?.text);
    }
    const sub = await anAssertion(hall.id, hall.key, { sub: undefined });
    expect((await ask({ client_assertion: sub, client_id: hall.id })).status).toBe(401);
  });

  test("with another algorithm, none, or the public key as a secret is invalid", async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: hall.id, sub: hall.id, aud: config().baseUrl },
      ...{ exp: seconds + 60, jti: "j" },
    };
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const { privateKey } = await generateKeyPair("ES256");
    const secret = Buffer.from(hall.key.publicKey.x, "base64url");
    const own = await anInstallationKey();
    for (const client_assertion of [
      `${encoded({ alg: "none" })}.${encoded(claims)}.`,
      await new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(secret),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: "EdDSA", jwk: { ...own.publicKey } })
        .sign(own.privateKey),
    ])
      expect((await ask({ client_assertion })).status).toBe(401);
  });

  test("signed with another key uses up none of the installation's requests", async () => {
    const own = await anInstallation(acme);
    const strange = { id: own.id, key: hall.key };
    const statuses = await Promise.all(Array.from({ length: 30 }, () => signedBy(strange)));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await signedBy(own)).status).toBe(200);
  });
});

describe("an installation's token", () => {
  test("reaches the routes of installations, and no management or runtime route", async () => {
    const token = await accessToken(hall);
    expect(await report(token)).toMatchObject({
      status: 200,
      body: { installation: hall.id, app: hall.appId },
    });
    const users = await call(listUsers, { path: "/api/v1/management/users", token });
    expect(users.status).toBe(403);
    const body = { session_id: crypto.randomUUID(), app_id: hall.appId };
    const mint = { method: "POST", path: "/api/v1/auth/token", token, body };
    expect((await call(mintUserToken, mint)).status).toBe(403);
    const headers = { "x-tenant-id": "atr_somebody-else-entirely" };
    const claimed = await call(listUsers, { path: "/api/v1/management/users", token, headers });
    expect(claimed.status).toBe(401);
  });

  test("is the only bearer token that its routes accept: no credential's, no tenant's secret, no invalid one", async () => {
    const machine = await aMachineToken(acme, ["installations:report", "users:read"]);
    expect((await report(machine)).status).toBe(403);
    for (const token of [undefined, acme.tenantSecret, "nonsense", "a.b.c"])
      expect((await report(token)).status).toBe(401);
  });

  test("ends when the installation is retired, which can't authenticate any more", async () => {
    const one = await anInstallation(acme);
    const token = await accessToken(one);
    expect((await report(token)).status).toBe(200);
    await retireInstallation(acme, one.id);
    expect((await report(token)).status).toBe(401);
    expect(await signedBy(one)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  });

  test("is refused while its app or organization is disabled", async () => {
    const { id: organizationId } = await anOrganization(acme);
    const one = await anInstallation(acme, { organizationId });
    const token = await accessToken(one);
    for (const change of [
      (status: "active" | "disabled") => setAppStatus(acme, one.appId, status),
      (status: "active" | "disabled") => setOrganizationStatus(acme, organizationId, status),
    ]) {
      await change("disabled");
      expect((await report(token)).status).toBe(401);
      expect((await signedBy(one)).status).toBe(401);
      await change("active");
      expect((await report(token)).status).toBe(200);
      expect((await signedBy(one)).status).toBe(200);
    }
  });

  test("ends after fifteen minutes", async () => {
    const token = await accessToken(hall);
    await atMoment(new Date(Date.now() + 899_000), async () =>
      expect((await report(token)).status).toBe(200),
    );
    await atMoment(new Date(Date.now() + 901_000), async () =>
      expect((await report(token)).status).toBe(401),
    );
  });

  test("of a disabled tenant gets tenant_disabled", async () => {
    const gone = await aTenant();
    const one = await anInstallation(gone);
    const token = await accessToken(one);
    await inPrismaTransaction(gone, ({ prisma }) =>
      prisma.tenant.update({
        where: { id: gone.tenantId },
        data: { status: "disabled", disabledAt: new Date() },
      }),
    );
    expect(await report(token)).toMatchObject({ status: 401, body: { code: "tenant_disabled" } });
    expect((await signedBy(one)).status).toBe(401);
  });
});

test("the time at which an installation was seen is recorded, to the minute", async () => {
  const one = await anInstallation(acme);
  const seen = async () =>
    (await inPrismaTransaction(acme, (t) => findInstallation(t, one.id)))?.lastSeenAt;
  expect(await seen()).toBeNull();
  const token = await accessToken(one);
  const first = await seen();
  expect(first).toBeInstanceOf(Date);
  await report(token);
  expect(await seen()).toEqual(first);
  const later = new Date((first?.getTime() ?? 0) + 60_000);
  await atMoment(later, () => report(token));
  expect(await seen()).toEqual(later);
});
