// Named after the modules of the OpenID Foundation's plans authzen-pdp-evaluation and
// authzen-pdp-evaluations, over the fixture of AuthZEN's certification scenario (§2): users alice and bob,
// known by the tenant's own ids, whose roles hold permissions for records.
import { beforeAll, describe, expect, test } from "vitest";
import { GET as metadataRoute } from "@/app/.well-known/authzen-configuration/route";
import * as evaluation from "@/app/access/v1/evaluation/route";
import * as evaluations from "@/app/access/v1/evaluations/route";
import { config } from "@/lib/kernel/config/config";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { call } from "@/tests/support/call-route";

let token: string;

beforeAll(async () => {
  const tenant = await aTenant();
  token = await aMachineToken(tenant, ["entitlements:read"]);
  const may = {
    alice: ["record:read", "record:write"],
    bob: ["record:read"],
  };
  for (const [externalId, permissions] of Object.entries(may)) {
    const user = await aUser(tenant, { externalId });
    await aMember(tenant, {
      userId: user.id,
      roleId: (await aRole(tenant, { permissions })).id,
    });
  }
});

const json = { "content-type": "application/json" };

interface Sent {
  method?: "GET" | "POST" | "PUT";
  headers?: Record<string, string>;
  bearer?: string | undefined;
}

function send(at: typeof evaluation | typeof evaluations, body: unknown, sent: Sent = {}) {
  const { method = "POST", headers = json } = sent;
  const bearer = "bearer" in sent ? sent.bearer : token;
  return call(at[method] as typeof evaluation.POST, {
    method,
    path: at === evaluation ? "/access/v1/evaluation" : "/access/v1/evaluations",
    ...(bearer ? { token: bearer } : {}),
    headers,
    ...(method === "GET" ? {} : { body }),
  });
}

const alice = { type: "user", id: "alice" };
const bob = { type: "user", id: "bob" };
const read = { name: "read" };
const write = { name: "write" };
const record = (at: number) => ({ type: "record", id: `record-${at}` });
const permitted = { subject: alice, action: read, resource: record(1) };

describe("authzen-pdp-evaluation", () => {
  const properties = { status: "active" };
  test.each<[string, object, boolean]>([
    ["fixture-request-permit-decision", permitted, true],
    ["fixture-request-deny-decision", { subject: bob, action: write, resource: record(1) }, false],
    ["request-with-optional-context", { ...permitted, context: { time: "now", ip: "::1" } }, true],
    [
      "request-with-additional-properties",
      {
        subject: { ...alice, properties },
        action: { ...read, properties },
        resource: { ...record(1), properties },
      },
      true,
    ],
    ["unknown-top-level-fields-ignored", { ...permitted, foo: "bar", more: { nested: 1 } }, true],
    ["unknown-subject-fields-ignored", { ...permitted, subject: { ...alice, custom: {} } }, true],
    ["unknown-resource-fields-ignored", { ...permitted, resource: { ...record(1), x: [1] } }, true],
    ["unknown-action-fields-ignored", { ...permitted, action: { ...read, custom: "x" } }, true],
  ])("%s", async (_, body, decision) => {
    const answer = await send(evaluation, body);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.body).toMatchObject({ decision });
  });

  test.each<[string, object]>([
    ["missing-subject", { ...permitted, subject: undefined }],
    ["missing-action", { ...permitted, action: undefined }],
    ["missing-resource", { ...permitted, resource: undefined }],
    ["subject-missing-type", { ...permitted, subject: { id: "alice" } }],
    ["subject-missing-id", { ...permitted, subject: { type: "user" } }],
    ["action-missing-name", { ...permitted, action: {} }],
    ["resource-missing-type", { ...permitted, resource: { id: "record-1" } }],
    ["resource-missing-id", { ...permitted, resource: { type: "record" } }],
    ["subject-is-string", { ...permitted, subject: "alice" }],
    ["action-name-is-number", { ...permitted, action: { name: 123 } }],
  ])("%s", async (_, body) => {
    expect((await send(evaluation, body)).status).toBe(400);
  });

  test("idempotency: the same request has the same answer", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send(evaluation, permitted)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("missing-credentials-returns-401 and invalid-credentials-returns-401", async () => {
    for (const bearer of [undefined, "invalid-bogus-credential"]) {
      const answer = await send(evaluation, permitted, { bearer });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });
});

describe.each([
  ["evaluation", evaluation],
  ["evaluations", evaluations],
])("authzen-pdp-%s", (name, at) => {
  const body =
    name === "evaluation"
      ? permitted
      : { subject: alice, action: read, evaluations: [{ resource: record(1) }] };

  test("x-request-id-echoed", async () => {
    const id = `conformance-${crypto.randomUUID()}`;
    const answer = await send(at, body, { headers: { ...json, "x-request-id": id } });
    expect([answer.status, answer.headers.get("x-request-id")]).toEqual([200, id]);
  });

  test("reject-get-method and reject-put-method", async () => {
    for (const method of ["GET", "PUT"] as const)
      expect((await send(at, body, { method })).status).toBe(405);
  });

  test("accept-content-type-with-charset and reject-non-json-content-type", async () => {
    const as = (type: string) =>
      send(at, JSON.stringify(body), { headers: { "content-type": type } });
    expect((await as("application/json; charset=utf-8")).status).toBe(200);
    expect((await as("text/plain")).status).toBe(415);
  });

  test("reject-top-level-array, reject-malformed-json and reject-empty-body", async () => {
    for (const wrong of [JSON.stringify([body]), '{ "subject": {} , broken', ""])
      expect((await send(at, wrong)).status).toBe(400);
  });
});

describe("authzen-pdp-evaluations", () => {
  const decisions = (...each: boolean[]) => ({
    evaluations: each.map((decision) => expect.objectContaining({ decision })),
  });
  const twice = {
    subject: bob,
    resource: record(1),
    evaluations: [{ action: read }, { action: write }],
  };
  const semantic = (evaluations_semantic: string) => ({ options: { evaluations_semantic } });
  const both = [{ resource: record(1) }, { resource: record(2) }];
  const time = "2025-06-27T18:03-07:00";

  test.each<[string, object, object]>([
    [
      "batch-request-with-evaluations-array",
      { subject: alice, action: read, evaluations: both },
      decisions(true, true),
    ],
    ["batch-with-fixture-decisions-validated", twice, decisions(true, false)],
    [
      "batch-with-fully-specified-evaluations",
      { evaluations: [permitted, { subject: bob, action: write, resource: record(1) }] },
      decisions(true, false),
    ],
    [
      "batch-with-context-inheritance",
      {
        subject: alice,
        action: read,
        context: { time },
        evaluations: [both[0], { ...both[1], context: { time } }],
      },
      decisions(true, true),
    ],
    [
      "evaluation-level-errors",
      { subject: alice, action: read, evaluations: [both[0], {}] },
      decisions(true, false),
    ],
    ["default-semantic-is-execute-all", twice, decisions(true, false)],
    ["execute-all-explicit", { ...twice, ...semantic("execute_all") }, decisions(true, false)],
    [
      "deny-on-first-deny",
      {
        ...twice,
        evaluations: [...twice.evaluations, { action: read }],
        ...semantic("deny_on_first_deny"),
      },
      decisions(true, false),
    ],
    [
      "permit-on-first-permit",
      {
        ...twice,
        evaluations: [{ action: write }, ...twice.evaluations],
        ...semantic("permit_on_first_permit"),
      },
      decisions(false, true),
    ],
    [
      "per-eval-overrides-default",
      { subject: bob, action: write, resource: record(1), evaluations: [{ action: read }, {}] },
      decisions(true, false),
    ],
    [
      "missing-subject-returns-decision-false",
      { action: read, evaluations: [both[0]] },
      decisions(false),
    ],
    [
      "missing-evaluations-array-backward-compat",
      permitted,
      expect.objectContaining({ decision: true }),
    ],
    [
      "empty-evaluations-array-backward-compat",
      { ...permitted, evaluations: [] },
      expect.objectContaining({ decision: true }),
    ],
    [
      "unknown-top-level-fields-ignored",
      { ...twice, foo: "bar", more: { nested: true } },
      decisions(true, false),
    ],
  ])("%s", async (_, body, expected) => {
    const answer = await send(evaluations, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(expected);
  });

  test("unknown-semantic-value", async () => {
    expect((await send(evaluations, { ...twice, ...semantic("bogus_value") })).status).toBe(400);
  });
});

// The modules of the variant `properties` require decisions by the caller's properties of the user and the
// record.
test("not fixture-request-deny-based-on-properties: properties in the request decide nothing", async () => {
  const archived = { ...record(2), properties: { status: "archived" } };
  const admin = { ...bob, properties: { role: "admin" } };
  const ask = async (subject: object, action: object) =>
    (await send(evaluation, { subject, action, resource: archived })).body;
  expect(await ask(alice, write)).toMatchObject({ decision: true });
  expect(await ask(admin, write)).toMatchObject({ decision: false });
});

test("the metadata names this installation and its endpoints, and nothing without a value", async () => {
  const { baseUrl } = config();
  const answer = await call(metadataRoute, { path: "/.well-known/authzen-configuration" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.body).toEqual({
    policy_decision_point: baseUrl,
    access_evaluation_endpoint: `${baseUrl}/access/v1/evaluation`,
    access_evaluations_endpoint: `${baseUrl}/access/v1/evaluations`,
  });
});
