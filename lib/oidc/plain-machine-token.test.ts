import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, expect, test } from "vitest";
import { POST } from "@/app/oauth/token/route";
import { config } from "@/lib/config/config";
import { inTenant } from "@/lib/db";
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

// No page asks, so that nothing has to tell a browser which pages may read the answer.
const ofPages = /^(access-control-|vary$)/;
const ofRequest = ["x-request-id", "content-length", "date"];

async function shapeOf(response: Response) {
  const { access_token: token, ...body } = await response.json();
  const { jti, iat, exp, ...claims } = decodeJwt(token);
  const headers = [...response.headers].filter(
    ([name]) => !ofPages.test(name) && !ofRequest.includes(name),
  );
  const lifetime = (exp ?? 0) - (iat ?? 0);
  const header = decodeProtectedHeader(token);
  return { status: response.status, headers, body, header, claims, lifetime, jti: typeof jti };
}

const events = () =>
  inTenant(acme, ({ sql }) =>
    sql.auditEvent.findMany({ where: { kind: "credential.token_issued" }, orderBy: { id: "asc" } }),
  );

// With a resource the request is more than plain and goes through the provider.
const throughProvider = { resource: "urn:service-management-api" };

test.each<Record<string, string>>([
  {},
  { scope: "users:read" },
  { scope: "tokens:issue users:read users:read" },
])("a plain request for %o is answered as the provider answers it", async (form) => {
  const [plain, provider] = [await ask(form), await ask({ ...form, ...throughProvider })];
  expect(await shapeOf(plain)).toEqual(await shapeOf(provider));
});

test("a resource that is not ours is the provider's to refuse", async () => {
  const response = await ask({ resource: "urn:another" });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: "invalid_target" });
});

test("a token that is issued is recorded, and one that is refused is not", async () => {
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

test("a token through the provider is recorded too", async () => {
  const before = (await events()).length;
  expect((await ask(throughProvider)).status).toBe(200);
  expect(await events()).toHaveLength(before + 1);
});

test("of parallel requests exactly as many are answered and recorded as the budget has", async () => {
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
    const issued = await inTenant(own, ({ sql }) =>
      sql.auditEvent.count({ where: { kind: "credential.token_issued" } }),
    );
    expect(issued).toBe(7);
  } finally {
    limits.tokenRequests = before;
  }
});

test("once its credential is known, a token costs one round trip", async () => {
  await ask({});
  const statements = await statementsOf(async () => {
    await ask({});
    await ask({});
  });
  expect(statements).toHaveLength(3);
  expect(statements[2]).toContain("rate_limit_buckets");
  expect(statements[2]).toContain("audit_events");
});
