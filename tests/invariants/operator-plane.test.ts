import { beforeAll, describe, expect, test } from "vitest";
import { listCredentialRows } from "@/lib/core/credentials/credential-store";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import type { Operation } from "@/lib/core/http/operation";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { listTenantSecretRows } from "@/lib/core/tenants/tenant-secret-store";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { connections } from "@/lib/kernel/db/connections";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { anOperatorToken } from "@/tests/builders/an-operator-token";
import { call } from "@/tests/support/call-route";
import { operations } from "@/tests/support/operations";
import { filled, routeModule } from "@/tests/support/route-module";

// Every described operation of the operator plane, called in every wrong way.

/** Public operations: the client that an operator's command line signs in with, public like any client id. */
const publicOperations = ["readCommandLine"];
const plane = operations.filter(
  ({ id, path }) => path.startsWith("/api/v1/operator/") && !publicOperations.includes(id),
);
const named = plane.map(
  (operation) => [`${operation.method} ${operation.path}`, operation] as const,
);
const withBody = named.filter(([, { body }]) => body);
const withId = named.filter(([, { path }]) => path.includes("{"));

let acme: TestEnvironment;
let platformId: string;
const tokens = new Map<string, Promise<string>>();

beforeAll(async () => {
  acme = await aTenant();
  await anOperatorToken();
  const platform = await readPlatform();
  if (!platform) throw new Error("there is no platform");
  platformId = (await inTransaction(platform, readTenant)).publicId;
});

function tokenFor({ id }: Operation): Promise<string> {
  const made = tokens.get(id) ?? anOperatorToken(id);
  tokens.set(id, made);
  return made;
}

interface Wrong {
  /** The value of each parameter of the path. */
  at?: (name: string) => string;
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  id?: string;
}

async function ask(operation: Operation, wrong: Wrong = {}) {
  const at = filled(operation.path, wrong.at ?? (() => wrong.id ?? acme.publicId));
  const token = wrong.token === undefined ? await tokenFor(operation) : wrong.token;
  const body = "body" in wrong ? wrong.body : operation.body?.example;
  return call((await routeModule(operation.path))[operation.method], {
    method: operation.method,
    ...at,
    ...(token ? { token } : {}),
    ...(wrong.headers ? { headers: wrong.headers } : {}),
    ...(operation.method === "GET" || body === undefined ? {} : { body }),
  });
}

test("every operation of the plane asks for an operator token", () => {
  expect(plane.length).toBeGreaterThan(8);
  const callers = ["operator", "tenant_operator"];
  expect(plane.filter(({ caller }) => !callers.includes(caller))).toEqual([]);
  const ofTenant = "/api/v1/operator/tenants/{id}";
  const bound = plane.filter(({ caller }) => caller === "tenant_operator");
  expect(bound.length).toBeGreaterThan(20);
  expect(bound.filter(({ path }) => !path.startsWith(ofTenant))).toEqual([]);
});

describe.each(named)("%s", (_, operation) => {
  test("refuses anything but an operator token with the same 401, before it looks at the body", async () => {
    const machine = await aMachineToken(acme, [...managementScopes, ...runtimeScopes]);
    const wrong = [null, "nonsense", "aop_nonsense", acme.tenantSecret, acme.clientSecret, machine];
    const answers = await Promise.all(wrong.map((token) => ask(operation, { token, body: "{" })));
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.headers.get("www-authenticate")).toBe("Bearer");
  });
});

describe.each(withBody)("%s", (_, operation) => {
  test("refuses a body that is no JSON or no object, of another type, and names unknown fields", async () => {
    const headers = { "content-type": "application/json" };
    for (const body of ["{", "[]", "null", '"text"'])
      expect((await ask(operation, { body, headers })).status).toBe(400);
    const text = { body: "a=1", headers: { "content-type": "text/plain" } };
    expect((await ask(operation, text)).status).toBe(415);
    const answer = await ask(operation, {
      body: { ...Object(operation.body?.example), surprise: 1 },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("surprise") },
    });
  });
});

describe.each(withId)("%s", (_, operation) => {
  test("answers for an unknown tenant, an invalid id and the platform itself with the same refusal", async () => {
    const unknown = [
      "atr_AAAAAAAAAAAAAAAAAAAAAA",
      "nonsense",
      acme.tenantId,
      "atr_%00",
      platformId,
    ];
    const answers = await Promise.all(unknown.map((id) => ask(operation, { id })));
    const expected = operation.refusals?.includes("identity_source_tenant_invalid") ? 422 : 404;
    expect(answers.map(({ status }) => status)).toEqual(unknown.map(() => expected));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe("a token for one tenant", () => {
  let bound: string;
  let globex: TestEnvironment;
  beforeAll(async () => {
    bound = await anOperatorToken("acme's pipeline", acme.publicId);
    globex = await aTenant();
  });

  test.each(named.filter(([, { caller }]) => caller === "operator"))(
    "is refused at %s, which is no tenant's",
    async (_, operation) => {
      const answer = await ask(operation, { token: bound, body: "{" });
      expect(answer).toMatchObject({ status: 403, body: { status: 403 } });
    },
  );

  test.each(named.filter(([, { caller }]) => caller === "tenant_operator"))(
    "answers at %s for another tenant like for one that does not exist",
    async (_, operation) => {
      const at = (tenant: string) => (name: string) =>
        name === "id" ? tenant : name === "key" ? "production" : globex.tenantId;
      const ids = [globex.publicId, "atr_AAAAAAAAAAAAAAAAAAAAAA", platformId, "nonsense"];
      const answers = await Promise.all(
        ids.map((id) => ask(operation, { token: bound, at: at(id) })),
      );
      expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    },
  );

  test("is none to a server that knows no such tokens, and stays for one tenant", async () => {
    const hash = hashSecret(bound);
    const found = (name: string) =>
      connections.query(`SELECT token_id FROM ${name}($1::bytea)`, [hash]);
    expect((await found("atrium_resolve_operator_token")).rows).toEqual([]);
    expect((await found("atrium_resolve_any_operator_token")).rows).toHaveLength(1);
    const platform = await readPlatform();
    if (!platform) throw new Error("there is no platform");
    const widen = inPrismaTransaction(platform, ({ prisma }) =>
      prisma.operatorToken.updateMany({ where: { tokenHash: hash }, data: { onlyTenantId: null } }),
    );
    await expect(widen).rejects.toThrow(/frozen/);
  });

  test("is made for a tenant that there is, and not for the platform", async () => {
    for (const id of ["atr_AAAAAAAAAAAAAAAAAAAAAA", platformId, "nonsense"])
      await expect(anOperatorToken("nobody's", id)).rejects.toMatchObject({ reason: "missing" });
  });

  test("reads its own tenant", async () => {
    const [, read] = named.find(([, { id }]) => id === "readTenant") ?? [];
    if (!read) throw new Error("there is no such operation");
    const answer = await ask(read, { token: bound });
    expect(answer).toMatchObject({ status: 200, body: { id: acme.publicId } });
  });
});

describe("what is in an environment", () => {
  const within = named.filter(([, { path }]) => path.includes("{key}"));

  test.each(within)("%s: an unknown environment is a 404", async (_, operation) => {
    const at = (name: string) =>
      name === "id" ? acme.publicId : name === "key" ? "nowhere" : acme.tenantId;
    expect((await ask(operation, { at })).status).toBe(404);
  });

  test.each(within.filter(([, { path }]) => path.includes("_id}")))(
    "%s: another tenant's id, one that never was and one that is none are the same 404",
    async (_, operation) => {
      const globex = await aTenant();
      const client = await anOidcClient(globex);
      const foreign = await inTransaction(globex, async (db) => ({
        credential_id: (await listCredentialRows(db))[0]?.id ?? "",
        secret_id: (await listTenantSecretRows(db))[0]?.id ?? "",
        oidc_client_id: client.id,
      }));
      const ids = [foreign, {}, { credential_id: "0", secret_id: "0", oidc_client_id: "0" }];
      const answers = await Promise.all(
        ids.map((own: Record<string, string>) => {
          const at = (name: string) =>
            name === "id"
              ? acme.publicId
              : name === "key"
                ? acme.environmentKey
                : (own[name] ?? globex.tenantId);
          return ask(operation, { at });
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    },
  );
});
