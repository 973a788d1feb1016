import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import type { Operation } from "@/lib/core/http/operation";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { bindToApp } from "@/lib/core/sessions/session-use-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOperatorToken } from "@/tests/builders/an-operator-token";
import { oneOfEach } from "@/tests/builders/one-of-each";
import { oneOfEachKey } from "@/tests/builders/one-of-each-key";
import { call } from "@/tests/support/call-route";
import {
  bodyWith,
  fieldOf,
  idFieldsOf,
  type Json,
  leaves,
  namesOf,
  put,
} from "@/tests/support/described-bodies";
import { operations } from "@/tests/support/operations";
import { filled, routeModule } from "@/tests/support/route-module";
import { storedRows } from "@/tests/support/stored-rows";

// Every id that a body or a query of a described operation takes, by its declaration: an id of another
// tenant's thing, or of another environment's, is answered like one that does not exist. Ids in paths are in
// the planes' own tests.

const allScopes = [...managementScopes, ...runtimeScopes];

/** Names from a tenant or its product: no ids of ours. */
const NOT_OURS = ["external_id", "event_id"];

/** Operations that refuse the example before they look at an id in it, and why. */
const UNSEEN: Record<string, string> = {
  "POST /api/v1/auth/session/exchange": "a grant, which nobody has",
};

/** Tables in which an operation records a refusal, in the tenant's own trail. */
const NOTED: Record<string, string[]> = {
  "POST /api/v1/auth/token": ["audit_events"],
};

type Things = Record<string, string>;

let acme: TestEnvironment;
/** Of another tenant, and of this tenant's other environment. */
let foreign: Things[];

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  foreign = await Promise.all([await aTenant(), ...tenant.others].map(thingsOf));
  for (const key of ["customer", "enterprise"])
    await createOrganizationType(acme, { key, name: key });
}, 60_000);

/** Makes one of everything in an environment. The user's session is bound to the app. */
async function thingsOf(environment: TestEnvironment): Promise<Things> {
  const each = await oneOfEach(environment);
  const { session_id = "", app_id = "", user_id = "" } = each;
  await inTransaction(environment, (db) => bindToApp(db, session_id, app_id));
  return { ...each, ...(await oneOfEachKey(environment, user_id)), "subject.id": user_id };
}

/** Makes a caller of an operation, with all scopes, and things of the tenant that no other test uses. */
async function placeFor({ caller }: Operation): Promise<{ token: string; own: Things }> {
  const input = { name: "tests", purpose: "product_runtime", scopes: allScopes } as const;
  const place = { ...acme, ...(await createCredential(acme, input)) };
  // Things of a credential (a stream of signals) belong to this one.
  const own = await thingsOf(place);
  if (caller === "tenant") return { token: acme.tenantSecret, own };
  const isOperators = caller === "operator" || caller === "tenant_operator";
  const token = isOperators ? anOperatorToken(randomUUID()) : aMachineToken(place, allScopes);
  return { token: await token, own };
}

/** Returns the value of a path's parameter: the tenant's own thing. */
function pathId({ path }: Operation, own: Things, name: string): string {
  const [, , , plane, noun = ""] = path.split("/");
  if (plane === "operator" && name === "id") return acme.publicId;
  if (name === "key") return acme.environmentKey;
  if (name === "id" && path.endsWith("/sessions/{id}")) return own.current_session_id ?? "";
  return own[name] ?? own[noun] ?? randomUUID();
}

interface Sent {
  token: string;
  own: Things;
  body?: Json;
  query?: Things;
}

/** Returns the answer of an operation about the tenant's own things, without the request's id. */
async function ask(operation: Operation, { token, own, body, query = {} }: Sent) {
  const { path, params } = filled(operation.path, (name) => pathId(operation, own, name));
  const answer = await call((await routeModule(operation.path))[operation.method], {
    method: operation.method,
    path: `${path}?${new URLSearchParams(query)}`,
    params,
    token,
    headers: operation.caller === "tenant" ? { "x-tenant-id": acme.publicId } : {},
    ...(body === undefined ? {} : { body: body as object }),
  });
  const headers = [...answer.headers].filter(([name]) => name !== "x-request-id");
  return { status: answer.status, text: answer.text, headers };
}

const ours = (field: string) => !NOT_OURS.includes(field.split(".").at(-1) ?? "");
const inBody = operations.flatMap((operation) => {
  const schema = operation.lines?.schema ?? operation.body?.schema;
  const fields = schema ? idFieldsOf(schema).filter(ours) : [];
  return fields.length > 0
    ? [[`${operation.method} ${operation.path}`, operation, fields] as const]
    : [];
});
const inQuery = operations.flatMap((operation) => {
  const fields = operation.query ? idFieldsOf(operation.query).filter(ours) : [];
  if (fields.length === 0) return [];
  return [[`${operation.method} ${operation.path}`, fields, operation] as const];
});

/** An id in a field of an operation, and how to get the answer for it. */
interface Taken {
  name: string;
  answerTo: (id: string) => Promise<object>;
}

/** Sends ids that do not exist and ids of other tenants, whose answers must be equal; and at last the
 *  tenant's own, which must be found, so that the id is known to be read. */
async function findOnly(operation: string, own: Things, taken: Taken[]) {
  const answerText = async ({ answerTo }: Taken, id: string) =>
    JSON.stringify(await answerTo(id)).replaceAll(id, "the id");
  // The first use of a secret and a session updates their rows.
  const unknown = new Map<Taken, string>();
  for (const one of taken) unknown.set(one, await answerText(one, randomUUID()));
  const before = await storedRows();
  const changed = () =>
    storedRows().then((after) =>
      Object.keys(after).filter((table) => after[table] !== before[table]),
    );
  for (const one of taken)
    for (const id of [randomUUID(), ...foreign.map((things) => things[one.name])]) {
      if (!id) throw new Error(`No thing is known that ${one.name} names`);
      expect(await answerText(one, id), one.name).toBe(unknown.get(one));
    }
  expect(await changed()).toEqual(NOTED[operation] ?? []);
  for (const one of taken) {
    const isFound = (await answerText(one, own[one.name] ?? "")) !== unknown.get(one);
    expect(isFound, one.name).toBe(!(operation in UNSEEN));
  }
}

test("every exception here is an operation with ids", () => {
  const names: string[] = [...inBody, ...inQuery].map(([name]) => name);
  const exceptions = [...Object.keys(UNSEEN), ...Object.keys(NOTED)];
  expect(exceptions.filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(inBody)("the body of %s", (name, operation, fields) => {
  test("answers another tenant's id like one that does not exist", async () => {
    const { token, own } = await placeFor(operation);
    const body = bodyWith(own, operation);
    const places = leaves(body);
    expect(places.map(({ at }) => namesOf(at))).toEqual(expect.arrayContaining(fields));
    const taken = places
      .filter(({ at }) => fields.includes(namesOf(at)))
      .map(({ at }) => ({
        name: fieldOf(at),
        answerTo: (id: string) => ask(operation, { token, own, body: put(body, at, id) }),
      }));
    await findOnly(name, own, taken);
  });
});

describe.each(inQuery)("the query of %s", (name, fields, operation) => {
  test("answers another tenant's id like one that does not exist", async () => {
    const { token, own } = await placeFor(operation);
    const sent = { token, own, ...(operation.body && { body: bodyWith(own, operation) }) };
    const taken = fields.map((field) => ({
      name: field,
      answerTo: (id: string) => ask(operation, { ...sent, query: { [field]: id } }),
    }));
    await findOnly(name, own, taken);
  });
});
