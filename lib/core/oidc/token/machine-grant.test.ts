import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, expect, test } from "vitest";
import { POST } from "@/app/oauth/token/route";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { statementsOf } from "@/tests/support/statements";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant({ scopes: ["users:read", "users:write", "tokens:issue"] });
});

const proof = () => ({ client_id: acme.clientId, client_secret: acme.clientSecret });

async function ask(form: Record<string, string>, headers: Record<string, string> = {}) {
  const request = new Request(`${config().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ grant_type: "client_credentials", ...proof(), ...form }).toString(),
  });
  return POST(request, { params: Promise.resolve({}) });
}

const ofRequest = ["x-request-id"];

async function shapeOf(response: Response) {
  const { access_token: token, ...body } = await response.json();
  const { jti, iat, exp, ...claims } = decodeJwt(token);
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !ofRequest.includes(name)),
  );
  const lifetime = (exp ?? 0) - (iat ?? 0);
  const { kid, ...header } = decodeProtectedHeader(token);
  return {
    ...{ status: response.status, headers, body, header, claims, lifetime },
    ...{ jti: typeof jti, kid: typeof kid },
  };
}

/** Exact answer to a token request, and claims of the token. */
const tokenFor = (scope: string) => ({
  status: 200,
  headers: {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "content-type": "application/json; charset=utf-8",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  },
  body: { expires_in: 900, token_type: "Bearer", scope },
  header: { alg: "EdDSA", typ: "at+jwt" },
  claims: {
    tenant_id: acme.publicId,
    environment: "production",
    sub: acme.clientId,
    client_id: acme.clientId,
    scope,
    iss: config().baseUrl,
    aud: "service-management-api",
  },
  lifetime: 900,
  jti: "string",
  kid: "string",
});

const events = () =>
  inPrismaTransaction(acme, ({ prisma }) =>
    prisma.auditEvent.findMany({
      where: { kind: "credential.token_issued" },
      orderBy: { id: "asc" },
    }),
  );

const named = { resource: "urn:service-management-api" };

test.each<[Record<string, string>, string]>([
  [{}, "users:read users:write tokens:issue"],
  [{ scope: "users:read" }, "users:read"],
  [{ scope: "tokens:issue users:read users:read" }, "tokens:issue users:read"],
])("a request for %o gets one answer, with and without a resource", async (form, scope) => {
  const expected = tokenFor(scope);
  expect(await shapeOf(await ask(form))).toEqual(expected);
  expect(await shapeOf(await ask({ ...form, ...named }))).toEqual(expected);
  expect(await shapeOf(await ask({ ...form, resource: "" }))).toEqual(expected);
  expect(await shapeOf(await ask({ ...form, unheard_of: "x" }))).toEqual(expected);
});

test.each([
  ["urn:another", "resource indicator is missing, or unknown"],
  ["another", "resource indicator must be an absolute URI"],
  ["urn:another#part", "resource indicator must not contain a fragment component"],
])("the resource %s is refused", async (resource, description) => {
  const response = await ask({ resource });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: "invalid_target",
    error_description: description,
  });
});

test.each(["https://app.example", "null"])(
  "a page of the origin %s gets no token",
  async (origin) => {
    const before = (await events()).length;
    const response = await ask({}, { origin });
    expect(response.status).toBe(400);
    expect(response.headers.get("vary")).toBe("Origin");
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(await response.json()).toEqual({
      error: "invalid_request",
      error_description: `origin ${origin} not allowed for client: ${acme.clientId}`,
    });
    expect(await events()).toHaveLength(before);
  },
);

test("an issued token is recorded, and a refused one is not", async () => {
  const before = (await events()).length;
  expect((await ask({ scope: "users:write" })).status).toBe(200);
  expect((await ask({ scope: "roles:write" })).status).toBe(400);
  expect((await ask({ client_secret: "as_wrong" })).status).toBe(401);
  const written = (await events()).slice(before);
  expect(written).toHaveLength(1);
  expect(written[0]).toMatchObject({
    tenantId: acme.tenantId,
    environmentId: acme.environmentId,
    actor: { type: "credential" },
    metadata: { scope: "users:write" },
  });
});

test("a token for a named resource is recorded too", async () => {
  const before = (await events()).length;
  expect((await ask(named)).status).toBe(200);
  expect(await events()).toHaveLength(before + 1);
});

test("parallel requests are answered and recorded exactly as often as the budget allows", async () => {
  const { limits } = config();
  const before = limits.tokenRequests;
  const own = await aTenant();
  limits.tokenRequests = 7;
  try {
    const form = { client_id: own.clientId, client_secret: own.clientSecret };
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await ask(form)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 429)).toHaveLength(33);
    const issued = await inPrismaTransaction(own, ({ prisma }) =>
      prisma.auditEvent.count({ where: { kind: "credential.token_issued" } }),
    );
    expect(issued).toBe(7);
  } finally {
    limits.tokenRequests = before;
  }
});

test("with a cached credential, a token costs one round trip", async () => {
  await ask({});
  const statements = await statementsOf(async () => {
    await ask({});
    await ask({});
  });
  expect(statements).toHaveLength(3);
  expect(statements[2]).toContain("rate_limit_buckets");
  expect(statements[2]).toContain("audit_events");
});
