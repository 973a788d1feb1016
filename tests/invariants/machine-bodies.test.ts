import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createCredential } from "@/lib/credentials/create-credential";
import { managementScopes, runtimeScopes } from "@/lib/credentials/scopes";
import type { Operation } from "@/lib/http/operation";
import { createOrganizationType } from "@/lib/organization-types/create-organization-type";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { oneOfEach } from "@/tests/builders/one-of-each";
import { type Answer, call } from "@/tests/support/call-route";
import { operations, takesMore } from "@/tests/support/operations";
import { filled, routeModule } from "@/tests/support/route-module";

// Every described body of the machine plane, over ids that exist: what is inside it may be hostile, and
// may name what is another's.

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
type Path = (string | number)[];

const allScopes = [...managementScopes, ...runtimeScopes];
// Bodies with a field more than their example shows, so that each field that names something is in here.
const more: Record<string, Json> = {
  "/api/v1/management/organizations": { package_id: "" },
  "/api/v1/management/entitlement-policy": {
    default_package_id: "",
    overrides: [{ organization_id: "", entitlement: "reports", effect: "deny" }],
  },
  "/api/v1/management/users/{id}": { organization_id: "", role_id: "", locale: "de" },
  "/api/v1/auth/token": { organization_id: "" },
  "/api/v1/audit": { organization_id: "" },
};
const machine = operations.filter(({ caller, body }) => caller === "machine" && body);
const named = machine.map(
  (operation) => [`${operation.method} ${operation.path}`, operation] as const,
);

let acme: TestEnvironment;
let own: Record<string, string>;
let foreign: Record<string, string>[];

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  own = await oneOfEach(acme);
  foreign = await Promise.all([await aTenant(), ...tenant.others].map(oneOfEach));
  for (const key of ["customer", "enterprise"])
    await createOrganizationType(acme, { key, name: key });
});

/** The example with this environment's ids in it. */
function bodyOf({ path, body }: Operation): Json {
  const example = { ...(body?.example as Record<string, Json>), ...(more[path] as object) } as Json;
  return leaves(example).reduce((whole, { at, value }) => {
    const id = own[fieldOf(at)];
    if (fieldOf(at) === "event_id") return put(whole, at, randomUUID());
    return id ? put(whole, at, id) : put(whole, at, value);
  }, example);
}

/** Everything in a body that is no object and no list, with the way to it. */
function leaves(value: Json, at: Path = []): { at: Path; value: Json }[] {
  if (value === null || typeof value !== "object") return [{ at, value }];
  return Object.entries(value).flatMap(([field, inner]) =>
    leaves(inner, [...at, Array.isArray(value) ? Number(field) : field]),
  );
}

/** The last name on the way to a value. */
const fieldOf = (at: Path) => String(at.findLast((step) => typeof step === "string"));

/** The body with another value in one place. */
function put(body: Json, [step, ...rest]: Path, value: Json): Json {
  if (step === undefined) return value;
  const copy = structuredClone(body) as Record<string | number, Json>;
  copy[step] = put(copy[step] ?? null, rest, value);
  return copy as Json;
}

async function caller() {
  const wanted = { name: "tests", purpose: "product_runtime", scopes: allScopes } as const;
  const token = await aMachineToken(
    { ...acme, ...(await createCredential(acme, wanted)) },
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
    const text = JSON.stringify(bodyOf(operation)).replace(/\}$/, ',"__proto__":{"x":1}}');
    const answer = await (await caller())(operation, null, text.replace("{,", "{"));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("__proto__: unknown field");
  });
});

describe.each(named)("%s", (_, operation) => {
  test("survives whatever stands in place of a value, and names the field it refuses", async () => {
    const ask = await caller();
    const body = bodyOf(operation);
    for (const { at, value } of leaves(body)) {
      // What is only compared with a hash or looked up may be any text: it is wrong, or nobody's.
      const compared =
        /password|session_id|stream_id|^ack$/.test(fieldOf(at)) || at[0] === "setErrs";
      for (const hostile of ["x\u0000y", "x\ud800y", "\u0000"]) {
        const answer = await ask(operation, put(body, at, hostile));
        // An evaluation of a batch is refused by itself, and the others have their answers.
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

  test("answers for another environment's id in the body as for one that never was", async () => {
    const ask = await caller();
    const body = bodyOf(operation);
    for (const { at } of leaves(body).filter((leaf) => own[fieldOf(leaf.at)])) {
      const answers = [randomUUID(), ...foreign.map((its) => its[fieldOf(at)] ?? "")].map(
        async (id) => {
          const answer = await ask(operation, put(body, at, id));
          return { status: answer.status, text: answer.text.replaceAll(id, "the id") };
        },
      );
      const [never, ...others] = await Promise.all(answers);
      for (const other of others) expect(other, String(at)).toEqual(never);
    }
  });
});
