import "@/tests/support/issuer-port";

import { createAtrium, isAtriumError } from "@atrium/client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { listCredentials } from "@/lib/core/credentials/list-credentials";
import { revokeCredential } from "@/lib/core/credentials/revoke-credential";
import { securityOf } from "@/lib/core/http/openapi-security";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { operations } from "@/tests/support/operations";
import { aScriptedServer, type Scripted } from "@/tests/support/scripted-server";
import { aWholeService } from "@/tests/support/whole-service";
import { callerOf } from "./atrium.js";

let service: Awaited<ReturnType<typeof aWholeService>>;
let product: TestProduct;
beforeAll(async () => {
  service = await aWholeService();
  product = await aProduct();
}, 120_000);
afterAll(() => service.stop());
const opened: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const stop of opened.splice(0)) stop();
});

const token = { status: 200, body: { access_token: "t1", expires_in: 900 } };
const users = "/api/v1/management/users";

/** Makes a client of a server that answers its calls like this, and its token requests well. */
async function scripted(
  answer: (nth: number) => Scripted,
  oauth: (nth: number) => Scripted = () => token,
) {
  const server = await aScriptedServer((path, nth) =>
    path === "/oauth/token" ? oauth(nth) : answer(nth),
  );
  opened.push(server.stop);
  const identity = {
    clientId: "ac_1",
    clientSecret: "s",
    tenantId: "atr_1",
    tenantSecret: "alcs_1",
  };
  const atrium = createAtrium({ baseUrl: server.baseUrl, ...identity });
  return {
    atrium,
    calls: () => server.seen.filter(({ url }) => url !== "/oauth/token"),
    seen: server.seen,
  };
}

const busy = (code?: string, seconds = "0") => ({
  status: code === "rate_limited" ? 429 : 503,
  headers: { "retry-after": seconds },
  body: { status: 503, title: "Busy", ...(code ? { code } : {}) },
});

test("a call is typed by its route and answered by the service", async () => {
  const atrium = createAtrium(product.settings);
  const found = await atrium.call("GET /api/v1/management/users", {
    query: { email: product.person.email },
  });
  expect(found.users.map(({ id }) => id)).toEqual([product.person.id]);
  const role = await atrium.call("POST /api/v1/management/roles", {
    body: { key: "editor", name: "Editor", permissions: [] },
  });
  const deleted = await atrium.call("DELETE /api/v1/management/roles/{id}", {
    path: { id: role.id },
  });
  expect(deleted).toBeUndefined();
});

test("many callers share one token request", async () => {
  const { atrium, seen } = await scripted(
    () => ({ status: 200, body: { users: [] } }),
    () => ({ ...token, afterMs: 50 }),
  );
  await Promise.all(Array.from({ length: 40 }, () => atrium.call("GET /api/v1/management/users")));
  expect(seen.filter(({ url }) => url === "/oauth/token")).toHaveLength(1);
  expect(seen.filter(({ url }) => url === users)).toHaveLength(40);
});

test("a token is renewed before it ends, while calls still go out with the old one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { atrium, calls } = await scripted(
    () => ({ status: 200, body: { users: [] } }),
    (nth) => ({ status: 200, body: { access_token: `t${nth}`, expires_in: 900 }, afterMs: 30 }),
  );
  const call = () => atrium.call("GET /api/v1/management/users");
  await call();
  vi.setSystemTime(Date.now() + 820_000);
  await call();
  await vi.waitFor(async () => {
    await call();
    expect(calls().at(-1)?.headers.authorization).toBe("Bearer t2");
  });
  expect(calls()[1]?.headers.authorization).toBe("Bearer t1");
  vi.setSystemTime(Date.now() + 890_000);
  await call();
  expect(calls().at(-1)?.headers.authorization).toBe("Bearer t3");
});

test("a failed token request is not cached", async () => {
  const { atrium } = await scripted(
    () => ({ status: 200, body: { users: [] } }),
    (nth) => (nth === 1 ? { status: 401, body: { error: "invalid_client" } } : token),
  );
  const refused = atrium.call("GET /api/v1/management/users");
  await expect(refused).rejects.toMatchObject({ status: 401, code: "invalid_client" });
  await expect(atrium.call("GET /api/v1/management/users")).resolves.toEqual({ users: [] });
});

test("a revoked credential's token is refused by the service", async () => {
  const { settings, tenant } = await aProduct();
  const atrium = createAtrium(settings);
  await atrium.call("GET /api/v1/management/roles");
  const [credential] = await listCredentials(tenant);
  await revokeCredential(tenant, credential?.id ?? "");
  await expect(atrium.call("GET /api/v1/management/roles")).rejects.toMatchObject({ status: 401 });
});

test.each([
  ["GET after 503", "GET /api/v1/management/users", busy(), 2],
  ["GET after a cut connection", "GET /api/v1/management/users", "cut", 2],
  ["GET after 429", "GET /api/v1/management/users", busy("rate_limited"), 2],
  [
    "POST after 429, which did nothing",
    "POST /api/v1/auth/password/forgot",
    busy("rate_limited"),
    2,
  ],
  [
    "POST after an overload, which did nothing",
    "POST /api/v1/auth/password/forgot",
    busy("service_overloaded"),
    2,
  ],
  ["POST after a 503 that may have done something", "POST /api/v1/auth/password/forgot", busy(), 1],
  ["POST after a cut connection", "POST /api/v1/auth/password/forgot", "cut", 1],
  ["GET after 500", "GET /api/v1/management/users", { status: 500 }, 1],
  [
    "GET after a locked account",
    "GET /api/v1/management/users",
    busy("login_temporarily_locked"),
    1,
  ],
] as const)("%s is sent again only where that is safe", async (_, route, first, sent) => {
  const { atrium, calls } = await scripted((nth) =>
    nth === 1 ? first : { status: 200, body: { users: [] } },
  );
  const call = atrium.call as (route: string, input: object) => Promise<unknown>;
  const body = route.startsWith("POST") ? { body: { email: "a@b.example" } } : {};
  const outcome = await call(route, body).then(
    () => "answered",
    () => "refused",
  );
  expect([calls().length, outcome]).toEqual([sent, sent === 2 ? "answered" : "refused"]);
});

test("Retry-After is waited for, with jitter on top", async () => {
  const { atrium, calls } = await scripted((nth) =>
    nth === 1 ? busy("rate_limited", "1") : { status: 200, body: { users: [] } },
  );
  await atrium.call("GET /api/v1/management/users");
  const [first, second] = calls().map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1000);
  expect((second ?? 0) - (first ?? 0)).toBeLessThan(2500);
});

test("a wait that does not fit into the deadline fails at once", async () => {
  const { atrium } = await scripted(() => busy("rate_limited", "900"));
  const startedAt = Date.now();
  const refusal: unknown = await atrium
    .call("GET /api/v1/management/users")
    .catch((error) => error);
  expect(isAtriumError(refusal) && [refusal.code, refusal.retry_after]).toEqual([
    "rate_limited",
    900,
  ]);
  expect(Date.now() - startedAt).toBeLessThan(2000);
});

test("a server that does not answer is given up after four tries or at the deadline", async () => {
  const { atrium, calls } = await scripted(() => "cut");
  await expect(atrium.call("GET /api/v1/management/users")).rejects.toMatchObject({
    code: "network_error",
    status: 0,
  });
  expect(calls()).toHaveLength(4);
  const hanging = await scripted(() => "hang");
  const late = hanging.atrium.call("GET /api/v1/management/users", { deadlineMs: 150 });
  await expect(late).rejects.toMatchObject({ code: "deadline_exceeded" });
});

test("a caller's signal ends its own call, and not the token request that others wait for", async () => {
  const { atrium } = await scripted(
    () => ({ status: 200, body: { users: [] } }),
    () => ({ ...token, afterMs: 100 }),
  );
  const leaving = new AbortController();
  const left = atrium.call("GET /api/v1/management/users", { signal: leaving.signal });
  const staying = atrium.call("GET /api/v1/management/users");
  leaving.abort(new Error("gone home"));
  await expect(left).rejects.toThrow("gone home");
  await expect(staying).resolves.toEqual({ users: [] });
});

test("a redirect is not followed with the secrets", async () => {
  const elsewhere = await aScriptedServer(() => ({ status: 200, body: { users: [] } }));
  opened.push(elsewhere.stop);
  const { atrium } = await scripted(() => ({
    status: 307,
    headers: { location: `${elsewhere.baseUrl}${users}` },
  }));
  await expect(atrium.call("GET /api/v1/management/users")).rejects.toMatchObject({ status: 307 });
  expect(elsewhere.seen).toEqual([]);
});

test("an address that would send secrets in the clear is refused", () => {
  for (const baseUrl of [
    "http://id.example",
    "ftp://id.example",
    "http://localhost.example",
    "http://127.0.0.1.example",
  ])
    expect(() => createAtrium({ baseUrl })).toThrow(TypeError);
  expect(createAtrium({ baseUrl: "https://id.example/" }).baseUrl).toBe("https://id.example");
});

test("a call without the identity that it needs fails at once and sends no request", async () => {
  const atrium = createAtrium({ baseUrl: "http://127.0.0.1:1" });
  await expect(atrium.call("GET /api/v1/management/users")).rejects.toThrow("clientId");
  await expect(atrium.call("GET /api/v1/operator/tenants")).rejects.toThrow("operatorToken");
  const forgot = atrium.call("POST /api/v1/auth/password/forgot", {
    body: { email: "a@b.example" },
  });
  await expect(forgot).rejects.toThrow("tenantSecret");
});

test("an id can't lead to another route", async () => {
  const { atrium, calls } = await scripted(() => ({ status: 200 }));
  for (const id of ["..", ".", ""])
    await expect(
      atrium.call("GET /api/v1/management/users/{id}", { path: { id } }),
    ).rejects.toThrow(TypeError);
  await atrium.call("GET /api/v1/management/users/{id}", { path: { id: "a/../b?c#d" } });
  expect(calls().map(({ url }) => url)).toEqual([`${users}/a%2F..%2Fb%3Fc%23d`]);
});

test("a secret is in no error's text", async () => {
  const { atrium } = await scripted(() => "cut");
  const failure: unknown = await atrium
    .call("GET /api/v1/management/users", { deadlineMs: 300 })
    .catch((e) => e);
  const { inspect } = await import("node:util");
  expect(inspect(failure, { depth: 9 })).not.toMatch(/t1|alcs_1/);
});

test.each(
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)(
  "%s is called with the credential of its description",
  (_, { path, caller, scope, moreScopes = [] }) => {
    const required = securityOf(caller, scope ? [scope, ...moreScopes] : []).map((one) =>
      Object.keys(one).sort().join(),
    );
    const own = {
      tenant: "tenantId,tenantSecret",
      machine: "machineToken",
      operator: "operatorToken",
    };
    const chosen = callerOf(path);
    if (chosen === "nobody") expect(["", "installationToken"]).toContain(required.join());
    else expect(required).toContain(own[chosen]);
  },
);

test("a token is introspected, and is inactive once it is revoked", async () => {
  const { settings } = product;
  const [asks, other] = [createAtrium(settings), createAtrium(settings)];
  const own = await other.machineToken();
  expect(await asks.introspect(own)).toMatchObject({
    active: true,
    client_id: settings.clientId,
    aud: "service-management-api",
  });
  await asks.revoke(own);
  expect(await asks.introspect(own)).toEqual({ active: false });
  expect(await asks.introspect("nonsense")).toEqual({ active: false });
  const refused = await asks.introspect("").catch((error: unknown) => error);
  expect(isAtriumError(refused) && refused.status).toBe(400);
  const anonymous = createAtrium({ baseUrl: settings.baseUrl });
  await expect(anonymous.introspect(own)).rejects.toThrow("needs clientId");
});
