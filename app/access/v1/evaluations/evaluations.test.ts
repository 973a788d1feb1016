import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { POST as single } from "@/app/access/v1/evaluation/route";
import { POST } from "@/app/access/v1/evaluations/route";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { call } from "@/tests/support/call-route";
import { statementsOf } from "@/tests/support/statements";

let acme: TestEnvironment;
let token: string;
/** Member who may `reports:read`, and no more. */
let reader: { userId: string; organizationId: string };
let appId: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["entitlements:read"]);
  appId = (await anApp(acme)).id;
  reader = await aMember(acme, { roleId: (await aRole(acme, { appIds: [appId] })).id });
});

const ask = (body: unknown, headers: Record<string, string> = {}) =>
  call(POST, { method: "POST", path: "/access/v1/evaluations", token, body, headers });
const alone = async (body: unknown) =>
  (await call(single, { method: "POST", path: "/access/v1/evaluation", token, body })).body;

const subject = () => ({ type: "user", id: reader.userId });
const read = { name: "read" };
const write = { name: "write" };
const reports = { type: "reports", id: "2026-11" };
const decisionsOf = async (body: unknown) => {
  const { evaluations } = (await ask(body)).body as { evaluations: { decision: boolean }[] };
  return evaluations.map(({ decision }) => decision);
};

describe("a batch", () => {
  test("answers each evaluation as it would be answered alone, in the order of the request", async () => {
    const foreignMember = await aMember(await aTenant());
    const subjects = [
      subject(),
      { type: "user", id: foreignMember.userId },
      { type: "robot", id: "r2" },
    ]
      .flatMap((who) => [read, write].map((action) => ({ subject: who, action })))
      .flatMap((part) => [
        { ...part, resource: reports },
        { ...part, resource: { type: "app", id: appId }, action: { name: "access" } },
        {
          ...part,
          resource: { type: "reports", id: "x", properties: { app_id: appId } },
          context: { organization_id: reader.organizationId },
        },
        { ...part, resource: reports, context: { organization_id: randomUUID() } },
      ]);
    const { evaluations } = (await ask({ evaluations: subjects })).body as {
      evaluations: unknown[];
    };
    const each = [];
    for (const one of subjects) each.push(await alone(one));
    expect(evaluations).toEqual(each);
    expect(new Set(each.map((one) => JSON.stringify(one))).size).toBeGreaterThan(4);
  });

  test("has defaults, which an evaluation replaces whole", async () => {
    const context = { organization_id: reader.organizationId };
    const nowhere = { organization_id: randomUUID() };
    const whole = { subject: subject(), action: read, resource: reports, context };
    const answers = await decisionsOf({
      ...whole,
      evaluations: [
        {},
        { action: write },
        { subject: { type: "user", id: "nobody" } },
        { resource: { type: "bills", id: "1" } },
        { context: nowhere },
        // The batch's organization is gone with its context, so the only membership is used.
        { context: { time: "now" } },
      ],
    });
    expect(answers).toEqual([true, false, false, false, false, true]);
  });

  test("stops at the first denial, or at the first permit, when the request says so", async () => {
    const evaluations = [read, write, read].map((action) => ({ action }));
    const batch = (evaluations_semantic?: string, list: unknown = evaluations) => ({
      subject: subject(),
      resource: reports,
      evaluations: list,
      options: { evaluations_semantic, another: "ignored" },
    });
    expect(await decisionsOf(batch())).toEqual([true, false, true]);
    expect(await decisionsOf(batch("execute_all"))).toEqual([true, false, true]);
    expect(await decisionsOf(batch("deny_on_first_deny"))).toEqual([true, false]);
    expect(await decisionsOf(batch("permit_on_first_permit"))).toEqual([true]);
    const backwards = [write, read, write].map((action) => ({ action }));
    expect(await decisionsOf(batch("permit_on_first_permit", backwards))).toEqual([false, true]);
    expect(await decisionsOf(batch("deny_on_first_deny", backwards))).toEqual([false]);
    const all = [read, read].map((action) => ({ action }));
    expect(await decisionsOf(batch("deny_on_first_deny", all))).toEqual([true, true]);
    // A malformed evaluation is denied.
    const broken = [{ action: read }, { action: "read" }, { action: read }];
    expect(await decisionsOf(batch("deny_on_first_deny", broken))).toEqual([true, false]);
    const answer = await ask(batch("bogus_value"));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      detail: expect.stringMatching(/^options\.evaluations_semantic:/),
    });
  });

  test("answers a malformed evaluation by itself, with its problem", async () => {
    const answer = await ask({
      subject: subject(),
      action: read,
      evaluations: [
        { resource: reports },
        {},
        { resource: { type: "reports" } },
        { resource: reports, subject: "alice" },
        "read",
        { resource: { ...reports, properties: { app_id: "x" } } },
        { resource: reports, problem: "of my own" },
      ],
    });
    const [good, ...bad] = (answer.body as { evaluations: unknown[] }).evaluations;
    const error = (message: RegExp) => ({
      decision: false,
      context: { error: { status: 400, message: expect.stringMatching(message) } },
    });
    expect(answer.status).toBe(200);
    expect(good).toMatchObject({ decision: true });
    expect(bad).toEqual([
      error(/^resource: Required/),
      error(/^resource\.id: /),
      error(/^subject: /),
      error(/expected object/),
      error(/^resource\.properties\.app_id: /),
      good,
    ]);
    // A batch without a subject is refused item by item.
    const withoutSubject = await ask({ action: read, evaluations: [{ resource: reports }] });
    expect(withoutSubject.body).toEqual({ evaluations: [error(/^subject: Required/)] });
  });

  test("without evaluations is a single one, and is refused as a single one", async () => {
    const whole = { subject: subject(), action: read, resource: reports };
    for (const evaluations of [undefined, []]) {
      expect((await ask({ ...whole, evaluations })).body).toEqual(await alone(whole));
      const answer = await ask({ ...whole, subject: undefined, evaluations });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ errors: [{ pointer: "/subject" }] });
    }
  });

  test("that is malformed as a whole is a 400 that names the field", async () => {
    const evaluations = [{ resource: reports }];
    for (const [field, body] of [
      ["evaluations", { evaluations: {} }],
      ["options", { evaluations, options: "all" }],
      ["subject", { evaluations, subject: "alice" }],
      ["resource.id", { evaluations, resource: { type: "reports" } }],
      ["context.organization_id", { evaluations, context: { organization_id: 1 } }],
    ] as const) {
      const answer = await ask(body);
      expect([field, answer.status]).toEqual([field, 400]);
      expect((answer.body as { detail: string }).detail).toMatch(new RegExp(`^${field}: `));
    }
  });

  test("may have unknown members, and has its request's id in the answer", async () => {
    const body = {
      subject: subject(),
      action: read,
      foo: 1,
      evaluations: [{ resource: reports, bar: {} }],
    };
    const answer = await ask(body, { "x-request-id": "a b" });
    expect(answer.body).toMatchObject({ evaluations: [{ decision: true }] });
    expect(answer.headers.get("x-request-id")).toBe("a b");
  });

  test("is a thousand evaluations at the most, each as long as ids are, in one statement", async () => {
    const evaluations = Array.from({ length: 1000 }, (_, at) => ({
      subject: at % 2 ? subject() : { type: "user", id: randomUUID() },
      action: { name: "access" },
      resource: {
        type: "permission",
        id: "reports:read",
        properties: { app_id: at % 3 ? appId : randomUUID() },
      },
      context: { organization_id: at % 5 ? reader.organizationId : randomUUID() },
    }));
    let answers: boolean[] = [];
    const messages = await statementsOf(async () => {
      answers = await decisionsOf({ evaluations });
    });
    expect(answers).toEqual(evaluations.map((_, at) => Boolean(at % 2 && at % 3 && at % 5)));
    const facts = messages.filter((message) => /users|memberships|apps|roles/.test(message));
    expect(facts).toHaveLength(1);
    // The caller and the row scope are set before it, in the same message.
    expect(facts[0]?.match(/FROM memberships|JOIN memberships/g)).toHaveLength(2);
    const more = await ask({ evaluations: [...evaluations, {}] });
    expect(more.status).toBe(400);
    expect(more.body).toMatchObject({ errors: [{ pointer: "/evaluations" }] });
  });
});
