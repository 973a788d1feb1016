import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import type { Operation } from "@/lib/core/http/operation";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { oneOfEach } from "@/tests/builders/one-of-each";
import { type Answer, call } from "@/tests/support/call-route";
import { bodyWith, fieldOf, type Json, leaves, put } from "@/tests/support/described-bodies";
import { operations, takesMore } from "@/tests/support/operations";
import { filled, routeModule } from "@/tests/support/route-module";

// Every described body of the machine plane, with existing ids: any other value in it may be hostile.

const allScopes = [...managementScopes, ...runtimeScopes];
const machine = operations.filter(({ caller, body }) => caller === "machine" && body);
const named = machine.map(
  (operation) => [`${operation.method} ${operation.path}`, operation] as const,
);

let acme: TestEnvironment;
let own: Record<string, string>;

beforeAll(async () => {
  acme = await aTenant();
  own = await oneOfEach(acme);
  for (const key of ["customer", "enterprise"])
    await createOrganizationType(acme, { key, name: key });
});

async function caller() {
  const input = { name: "tests", purpose: "product_runtime", scopes: allScopes } as const;
  const token = await aMachineToken(
    { ...acme, ...(await createCredential(acme, input)) },
    allScopes,
  );
  return async (operation: Operation, body: Json, text?: string): Promise<Answer> => {
    const noun = operation.path.split("/")[4] ?? "";
    return call((await routeModule(operation.path))[operation.method], {
      method: operation.method,
      ...filled(operation.path, (name) => own[name] ?? own[noun] ?? randomUUID()),
      token,
      headers: { "content-type": "application/json" },
      body: text ?? (body as object),
    });
  };
}

describe.each(named.filter(([, operation]) => !takesMore(operation)))("%s", (_, operation) => {
  test("takes no field that an object has by itself", async () => {
    const text = JSON.stringify(bodyWith(own, operation)).replace(/\}$/, ',"__proto__":{"x":1}}');
    const answer = await (await caller())(operation, null, text.replace("{,", "{"));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("__proto__: unknown field");
  });
});

describe.each(named)("%s", (_, operation) => {
  test("survives any hostile value, and names the field it refuses", async () => {
    const ask = await caller();
    const body = bodyWith(own, operation);
    for (const { at, value } of leaves(body)) {
      // Fields that are only compared with a hash or looked up may be any text: it matches nothing.
      const compared =
        /password|session_id|stream_id|^ack$/.test(fieldOf(at)) || at[0] === "setErrs";
      for (const hostile of ["x\u0000y", "x\ud800y", "\u0000"]) {
        const answer = await ask(operation, put(body, at, hostile));
        // An evaluation of a batch is refused by itself, and the others are answered.
        const [field, status] = at[0] === "evaluations" ? [at[2], 200] : [at[0], 400];
        if (!compared) expect(answer.status, `${at}: ${JSON.stringify(hostile)}`).toBe(status);
        if (!compared) expect(answer.text).toContain(`${field}`);
        expect(answer.status, String(at)).toBeLessThan(500);
      }
      for (const odd of [[value], { a: value }, 1e308, -0.5, true, "x".repeat(20_000)]) {
        const answer = await ask(operation, put(body, at, odd as Json));
        expect(answer.status, `${at}: ${JSON.stringify(odd).slice(0, 40)}`).toBeLessThan(500);
      }
    }
  });
});
