import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "@/lib/core/http/operation";
import { newSecret } from "@/lib/kernel/crypto/secrets";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { type Answer, call } from "@/tests/support/call-route";
import { operations } from "@/tests/support/operations";
import { routeModule } from "@/tests/support/route-module";

// Every described operation that takes the tenant's own identity, called in every wrong way.

const tenantOperations = operations.filter(({ caller }) => caller === "tenant");
const named = tenantOperations.map((operation) => [operation.path, operation] as const);

let acme: TestEnvironment;
let globex: TestEnvironment;
beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
});

interface Wrong {
  tenantId?: string | null;
  secret?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function ask(operation: Operation, wrong: Wrong = {}): Promise<Answer> {
  const { tenantId = acme.publicId, secret = acme.tenantSecret } = wrong;
  return call((await routeModule(operation.path))[operation.method], {
    method: operation.method,
    path: operation.path,
    token: secret,
    headers: { ...(tenantId ? { "x-tenant-id": tenantId } : {}), ...wrong.headers },
    body: "body" in wrong ? wrong.body : operation.body?.example,
  });
}

describe.each(named)("%s", (_, operation) => {
  test("answers a wrong id, a wrong secret and a pair that does not match with the same bytes", async () => {
    const answers = [
      await ask(operation, { tenantId: null }),
      await ask(operation, { tenantId: "atr_somebody-else-entirely" }),
      await ask(operation, { tenantId: globex.publicId }),
      await ask(operation, { secret: newSecret("alcs_") }),
      await ask(operation, { secret: globex.tenantSecret }),
      await ask(operation, { secret: await aMachineToken(acme, ["identity:read"]) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("reveals nothing about the body to an unauthenticated caller", async () => {
    expect((await ask(operation, { tenantId: null, body: "{" })).status).toBe(401);
  });

  test("refuses what is no body of its own, naming what it does not know", async () => {
    const headers = { "content-type": "application/json" };
    for (const body of ["{", "[]", "null"])
      expect((await ask(operation, { body, headers })).status).toBe(400);
    const body = { ...(operation.body?.example as object), tenant_id: acme.publicId };
    const answer = await ask(operation, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining("tenant_id") });
    const text = JSON.stringify(operation.body?.example);
    expect(
      (await ask(operation, { body: text, headers: { "content-type": "text/plain" } })).status,
    ).toBe(415);
    expect((await ask(operation, { body: { surprise: "x".repeat(70_000) } })).status).toBe(413);
  });
});
