import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ownSize } from "@/lib/core/contract/body-size";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import type { Operation } from "@/lib/core/http/operation";
import { newSecret } from "@/lib/kernel/crypto/secrets";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { oneOfEach } from "@/tests/builders/one-of-each";
import { type Answer, call } from "@/tests/support/call-route";
import { operations, takesMore } from "@/tests/support/operations";
import { filled, routeModule } from "@/tests/support/route-module";

// Every described operation that takes a machine token, called in every wrong way. A new route is included
// once it is described, and it must be described.

const allScopes = [...managementScopes, ...runtimeScopes];
const machine = operations.filter(({ caller }) => caller === "machine");
const named = machine.map(
  (operation) => [`${operation.method} ${operation.path}`, operation] as const,
);
const withBody = named.filter(([, { body }]) => body && !body.optional);
const mayHaveBody = named.filter(([, { body }]) => body);
const withId = named.filter(([, { path }]) => path.includes("{"));

let acme: TestEnvironment;
let globex: TestEnvironment;
const tokens = new Map<string, Promise<string>>();
/** Values of the ids in paths, of other environments: another tenant's, and this tenant's other one. */
let foreign: Record<string, string>[];

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  globex = await aTenant();
  foreign = await Promise.all([globex, ...tenant.others].map(oneOfEach));
});

/** A token of a credential of its own for each operation, so that none exceeds the request limit. */
function tokenFor({ id }: Operation): Promise<string> {
  const made = tokens.get(id) ?? aCredential(acme).then((its) => aMachineToken(its, allScopes));
  tokens.set(id, made);
  return made;
}

async function aCredential(environment: TestEnvironment): Promise<TestEnvironment> {
  const input = { name: "tests", purpose: "product_runtime", scopes: allScopes } as const;
  return { ...environment, ...(await createCredential(environment, input)) };
}

interface Wrong {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  ids?: (name: string) => string;
  method?: Operation["method"];
}

async function ask(operation: Operation, wrong: Wrong = {}): Promise<Answer> {
  const method = wrong.method ?? operation.method;
  const at = filled(operation.path, wrong.ids ?? (() => randomUUID()));
  const token = "token" in wrong ? wrong.token : await tokenFor(operation);
  const body = "body" in wrong ? wrong.body : operation.body?.example;
  return call((await routeModule(operation.path))[method], {
    method,
    ...at,
    ...(token ? { token } : {}),
    ...(wrong.headers ? { headers: wrong.headers } : {}),
    ...(method === "GET" || body === undefined ? {} : { body }),
  });
}

describe.each(named)("%s", (_, operation) => {
  test("refuses a call without a token, and with one that is no token", async () => {
    for (const wrong of [undefined, "nonsense", "a.b.c"]) {
      const answer = await ask(operation, { token: wrong });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  test("refuses a token of another audience, issuer or type, and one that has ended", async () => {
    for (const overrides of [
      { audience: "somebody-else" },
      { issuer: "https://elsewhere.example" },
      { typ: "JWT" },
      { expiresIn: -1 },
    ]) {
      const wrong = await aMachineToken(acme, allScopes, overrides);
      expect((await ask(operation, { token: wrong })).status).toBe(401);
    }
  });

  test("refuses a right tenant secret with 403, and any other as any other wrong identity", async () => {
    const as = (token: string, tenantId?: string) =>
      ask(operation, { token, ...(tenantId ? { headers: { "x-tenant-id": tenantId } } : {}) });
    expect((await as(acme.tenantSecret, acme.publicId)).status).toBe(403);
    const wrong = await as("a.b.c", acme.publicId);
    for (const answer of [
      await as(newSecret("alcs_"), acme.publicId),
      await as(globex.tenantSecret, acme.publicId),
      await as(acme.tenantSecret, globex.publicId),
      await as(acme.tenantSecret),
    ]) {
      expect([answer.status, answer.text]).toEqual([401, wrong.text]);
      expect(bytesOf(answer)).toEqual(bytesOf(wrong));
    }
  });

  test("refuses a token with every scope but the one it needs", async () => {
    const others = allScopes.filter((scope) => scope !== operation.scope);
    const wrong = await aMachineToken(acme, others);
    // Before the body is looked at: an unauthorized caller learns nothing else.
    expect((await ask(operation, { token: wrong, body: "{" })).status).toBe(403);
  });

  test("refuses another tenant's X-Tenant-Id beside the token", async () => {
    const headers = { "x-tenant-id": "atr_somebody-else-entirely" };
    expect((await ask(operation, { headers })).status).toBe(401);
  });

  test("refuses methods it does not know with 405 and the ones it does", async () => {
    const route = machine.filter(({ path }) => path === operation.path);
    const known = route.map(({ method }) => method);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      if (operations.some((other) => other.path === operation.path && other.method === method))
        continue;
      const answer = await ask(operation, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining(known));
    }
  });
});

describe.each(withBody)("%s", (_, operation) => {
  const example = operation.body?.example as Record<string, unknown>;

  test("refuses a body that is no JSON, no object or absent", async () => {
    const headers = { "content-type": "application/json" };
    for (const body of ["{", "", "[]", "null", '"text"', "\xff"])
      expect((await ask(operation, { body, headers })).status).toBe(400);
  });

  test("names a field it does not know, unless a standard has it ignored", async () => {
    const answer = await ask(operation, { body: { ...example, surprise: 1 } });
    if (takesMore(operation)) return expect(answer.status).toBe(200);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining("surprise") });
  });

  test("refuses another content type and a body that is too large", async () => {
    const headers = { "content-type": "text/plain" };
    expect((await ask(operation, { body: JSON.stringify(example), headers })).status).toBe(415);
    const limit = Math.max(65_536, ownSize(operation.body?.schema ?? z.never()) ?? 0);
    const large = { ...example, surprise: "x".repeat(limit) };
    expect((await ask(operation, { body: large })).status).toBe(413);
  });
});

test("every call that changes something describes a body, if only an empty one", () => {
  const changes = operations.filter(({ method }) => ["POST", "PUT", "PATCH"].includes(method));
  expect(changes.filter(({ body, lines }) => !body && !lines).map(({ id }) => id)).toEqual([]);
});

describe.each(mayHaveBody)("%s", (_, operation) => {
  test("refuses a body that is not its own, also where none is needed", async () => {
    const headers = { "content-type": "application/json" };
    for (const body of ["{", "[]", "null", '{"surprise":1}'])
      expect([body, (await ask(operation, { body, headers })).status]).toEqual([body, 400]);
    const form = { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } };
    expect((await ask(operation, form)).status).toBe(415);
  });
});

describe.each(withId)("%s", (_, operation) => {
  test("answers for another environment's id exactly as for one that never was", async () => {
    const noun = operation.path.split("/")[4] ?? "";
    const never = await ask(operation);
    expect(never.status).toBe(404);
    const ids = foreign.map((of) => (name: string) => of[name] ?? of[noun] ?? randomUUID());
    for (const wrong of [...ids, () => "not-an-id", () => "0"]) {
      const answer = await ask(operation, { ids: wrong });
      expect(answer.text).toBe(never.text);
      expect(answer.status).toBe(404);
      expect(bytesOf(answer)).toEqual(bytesOf(never));
    }
  });
});

/** Every header but the one that must differ. */
function bytesOf(answer: Answer): [string, string][] {
  return [...answer.headers].filter(([name]) => name !== "x-request-id");
}
