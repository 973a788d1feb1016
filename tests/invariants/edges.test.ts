import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import type { CallerKind } from "@/lib/core/http/callers";
import type { Operation } from "@/lib/core/http/operation";
import { resolveInstallation } from "@/lib/core/installations/installation-store";
import { signInstallationToken } from "@/lib/core/installations/installation-token";
import { now } from "@/lib/kernel/clock";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anInstallation } from "@/tests/builders/an-installation";
import { anOperatorToken } from "@/tests/builders/an-operator-token";
import { oneOfEach } from "@/tests/builders/one-of-each";
import { type Answer, call } from "@/tests/support/call-route";
import { operations } from "@/tests/support/operations";
import { filled, routeModule } from "@/tests/support/route-module";

// Common behaviour of every described operation with a query, with an id in capitals, and with a body as
// large as its description allows.

const allScopes = [...managementScopes, ...runtimeScopes];
const named = operations.map(
  (operation) => [`${operation.method} ${operation.path}`, operation] as const,
);

let acme: TestEnvironment;
let bearers: Record<CallerKind, string | undefined>;

beforeAll(async () => {
  acme = await aTenant();
  const { id } = await anInstallation(acme);
  const installation = await resolveInstallation(id);
  if (!installation) throw new Error("there is no installation");
  const machine = await aMachineToken(acme, allScopes);
  bearers = {
    machine,
    tenant: acme.tenantSecret,
    tenant_or_machine: acme.tenantSecret,
    installation: await signInstallationToken(installation, "installations:report", now()),
    operator: await anOperatorToken(),
    tenant_operator: await anOperatorToken(),
    anyone: undefined,
  };
});

interface Sent {
  query?: string;
  token?: string;
  ids?: (name: string) => string;
  body?: unknown;
}

async function ask(operation: Operation, sent: Sent = {}): Promise<Answer> {
  const { method } = operation;
  const at = filled(operation.path, sent.ids ?? (() => randomUUID()));
  const token = sent.token ?? bearers[operation.caller];
  const body = sent.body ?? operation.body?.example;
  return call((await routeModule(operation.path))[method], {
    method,
    ...at,
    path: `${at.path}${sent.query ?? ""}`,
    ...(token ? { token } : {}),
    headers: { "x-tenant-id": acme.publicId, "content-type": "application/json" },
    ...(method === "GET" || body === undefined ? {} : { body }),
  });
}

test.each(named)(
  "%s refuses a query parameter that it does not know or that comes twice",
  async (_, operation) => {
    for (const query of ["?surprise=1&surprise=2", "?__proto__="]) {
      const answer = await ask(operation, { query });
      const name = query.split("=")[0]?.slice(1);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(answer.body).toMatchObject({ detail: `${name}: unknown query parameter` });
    }
    for (const name of Object.keys(operation.query?.shape ?? {})) {
      expect((await ask(operation, { query: `?${name}=%00%0A` })).status).toBeLessThan(500);
      expect((await ask(operation, { query: `?${name}=a&${name}=b` })).body).toMatchObject({
        status: 400,
        detail: `${name}: is sent more than once`,
      });
      expect((await ask(operation, { query: `?${name}=failing` })).text).not.toContain(
        "unknown query",
      );
    }
    expect((await ask(operation, { query: "?" })).text).not.toMatch(/unknown query|more than once/);
  },
);

test("an unknown query parameter is reported only to authorized callers", async () => {
  const one = operations.find(({ id }) => id === "listUsers") as Operation;
  expect((await ask(one, { query: "?surprise=1", token: "a.b.c" })).status).toBe(401);
});

/** The operations of a machine that name something by its id. Without those of devices and factors, which no
 *  user here has, of members of a campaign, because none is confirmed, and of audit events, whose ids come
 *  from the product. */
const naming = named.filter(
  ([, { caller, path, body }]) =>
    caller === "machine" &&
    !/trusted-devices|factors\/\{id\}|members\/\{installation_id\}|audit/.test(path) &&
    (path.includes("{") || JSON.stringify(body?.example ?? "").includes("_id")),
);

test.each(naming)("%s reads an id in capitals as the same id", async (_, operation) => {
  // Things that are only read or changed are reused by the next test.
  const isReusable = operation.method === "GET" || operation.method === "PATCH";
  if (isReusable) shared ??= placesOf(acme);
  const [own, token] = await (isReusable && shared ? shared : placesOf(acme));
  const upper = Object.fromEntries(
    Object.entries(own).map(([name, id]) => [name, id.toUpperCase()]),
  );
  const noun = operation.path.split("/")[4] ?? "";
  const as = (values: Record<string, string>): Sent => ({
    token,
    ids: (name) =>
      values[
        /\/sessions\/\{id\}(\/revoke)?$/.test(operation.path) && name === "id"
          ? "current_session_id"
          : name
      ] ??
      values[noun] ??
      randomUUID(),
    body: withIds(operation.body?.example, values),
  });
  const never = Object.fromEntries(Object.keys(own).map((name) => [name, randomUUID()]));
  const unknown = await ask(operation, as(never));
  const known = await ask(operation, as(upper));
  expect([known.status, known.text]).not.toEqual([unknown.status, unknown.text]);
  expect(known.status).not.toBe(404);
});

let shared: ReturnType<typeof placesOf> | undefined;

/** An environment's things, and a token of a credential of its own, so that no request limit is met. */
async function placesOf(environment: TestEnvironment) {
  const input = { name: "tests", purpose: "product_runtime", scopes: allScopes } as const;
  const credential = await createCredential(environment, input);
  return [
    // Things of a credential (streams of signals) belong to this one.
    await oneOfEach({ ...environment, ...credential }),
    await aMachineToken({ ...environment, ...credential }, allScopes),
  ] as const;
}

/** A body with other ids in it, by the names of its fields. */
function withIds(body: unknown, ids: Record<string, string>, field = ""): unknown {
  if (Array.isArray(body)) return body.map((inner) => withIds(inner, ids, field));
  if (body === null || typeof body !== "object") return ids[field] ?? body;
  return Object.fromEntries(
    Object.entries(body).map(([name, inner]) => [name, withIds(inner, ids, name)]),
  );
}

const json = (body: unknown) => JSON.stringify(body, null, 2);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index}`.padEnd(128, "x"));
const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

test("five thousand overrides, as long as they may be, are taken in one body", async () => {
  const { organization_id = "" } = await oneOfEach(acme);
  const overrides = many(5000).map((entitlement) => ({
    organization_id,
    entitlement,
    effect: "grant",
  }));
  const one = operations.find(({ id }) => id === "changeEntitlementPolicy") as Operation;
  const answer = await ask(one, { body: json({ overrides }) });
  expect(answer.status).toBe(200);
  expect((answer.body as { overrides: unknown[] }).overrides).toHaveLength(5000);
});

test.each([
  [
    "createRole",
    { key: "wide", name: "Wide", description: "d".repeat(1000), permissions: many(500) },
  ],
  ["changeRole", { permissions: many(500) }],
  ["createPackage", { key: "wide", name: "Wide", entitlements: many(500), app_ids: ids(1000) }],
  ["changePackage", { entitlements: many(500) }],
  [
    "changePackagePolicy",
    { allowed_organization_types: ids(500), required_entitlements: many(500) },
  ],
  ["replaceRoleApps", { app_ids: ids(1000) }],
  ["replacePackageApps", { app_ids: ids(1000) }],
])("%s takes a body as large as its description allows", async (id, body) => {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  const { status } = await ask(operation, { body: json(body) });
  // The ids in it do not exist: the body was read and understood.
  expect([201, 404, 422]).toContain(status);
});
