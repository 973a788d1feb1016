import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/v1/audit/route";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { read } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let globex: TestEnvironment;
let token: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  token = await aMachineToken(acme, ["audit:write"]);
});

const event = (more: Record<string, unknown> = {}) => ({
  event_id: randomUUID(),
  action: "invoice.approved",
  occurred_at: "2026-11-21T10:00:00+01:00",
  actor: { type: "user", id: "u-1", name: "Grace" },
  ...more,
});
const push = (body: unknown, bearer = token) =>
  call(POST, { method: "POST", path: "/api/v1/audit", token: bearer, body });
const stored = (eventId: string, scope = acme) =>
  inPrismaTransaction(scope, ({ prisma }) => prisma.auditEvent.findMany({ where: { eventId } }));

describe("pushing a product's audit event", () => {
  test("stores it in the product's own words, as the product's and not the service's", async () => {
    const { organizationId } = await aMember(acme);
    const body = event({ metadata: { amount: "12" }, organization_id: organizationId });
    const answer = await push(body);
    expect(answer.status).toBe(201);
    const [row] = await stored(body.event_id);
    expect(row).toMatchObject({
      source: "product",
      kind: "invoice.approved",
      actor: { type: "user", id: "u-1", name: "Grace" },
      metadata: { amount: "12" },
      context: { organization_id: organizationId },
      occurredAt: new Date("2026-11-21T09:00:00.000Z"),
    });
    expect(answer.body).toEqual({
      id: row?.id,
      event_id: body.event_id,
      received_at: row?.receivedAt.toISOString(),
    });
  });

  test("the same event again is 200 with the same record and writes nothing", async () => {
    const body = event();
    const first = await push(body);
    const again = await push({ ...body, action: "something.else" });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.text).toBe(first.text);
    expect(await stored(body.event_id)).toMatchObject([{ kind: "invoice.approved" }]);
  });

  test("twenty at the same moment write one row, and all get its record", async () => {
    const body = event();
    const answers = await Promise.all(Array.from({ length: 20 }, () => push(body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await stored(body.event_id)).toHaveLength(1);
  });

  test("another tenant's event of the same id is another event", async () => {
    const body = event();
    await push(body);
    const other = await push(body, await aMachineToken(globex, ["audit:write"]));
    expect(other.status).toBe(201);
    expect(await stored(body.event_id, globex)).toHaveLength(1);
  });

  const withNumber = (number: string) => ({
    method: "POST",
    path: "/api/v1/audit",
    token,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(event({ metadata: { list: ["here"] } })).replace('"here"', number),
  });

  test.each(["1e400", "1e-400", "9007199254740993e0", "1.2345678901234567890E1", "1e21"])(
    "a number with an exponent that would lose digits is refused with a message: %s",
    async (number) => {
      const answer = await call(POST, withNumber(number));
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringContaining("would lose digits (write it without an exponent"),
      ]);
    },
  );

  test.each([
    ...["9007199254740993", "-1546130668394913822", "1000000000000000000000", "9".repeat(400)],
    ...[
      "12345678901234567890.123",
      "9007199254740991.4",
      "0.10000000000000001",
      "0.30000000000000004",
    ],
    ...["0.100000000000000010", "3.14159265358979323846", "9007199254740992", "9007199254740991"],
  ])("a number keeps its digits: %s", async (number) => {
    const { path, body, ...sent } = withNumber(number);
    expect((await call(POST, { path, body, ...sent })).status).toBe(201);
    const eventId = (JSON.parse(body) as { event_id: string }).event_id;
    const [row] = await inTransaction(acme, (db) =>
      db.query(read<{ metadata: unknown }>`
        SELECT metadata FROM tenant_audit_events WHERE event_id = ${eventId}::uuid`),
    );
    expect(JSON.stringify(row?.metadata)).toBe(`{"list":[${number}]}`);
  });

  test.each(["0.1", "1.50", "1e3", "5e-324", "-2.5E-7", "0e5", "-0.0"])(
    "a number that a double can represent is accepted in any notation: %s",
    async (number) => {
      expect((await call(POST, withNumber(number))).status).toBe(201);
    },
  );

  test.each([
    "metadata",
    "context",
    "targets",
    "actor",
    "organization_id",
    "action",
    "occurred_at",
  ])("a number with many digits is no %s", async (field) => {
    const body = JSON.stringify(event({ [field]: "here" })).replace('"here"', "9007199254740993");
    const answer = await call(POST, { ...withNumber("0"), body });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`${field}: `)]);
  });

  test("nor is it a whole event", async () => {
    expect((await call(POST, { ...withNumber("0"), body: "9007199254740993" })).status).toBe(400);
  });

  test("metadata of exactly 16 KiB is taken and one byte more is not", async () => {
    const fits = { a: "x".repeat(16 * 1024 - '{"a":""}'.length) };
    expect((await push(event({ metadata: fits }))).status).toBe(201);
    expect((await push(event({ metadata: { a: `${fits.a}x` } }))).status).toBe(400);
  });

  test.each([
    ["event_id", { event_id: "not-an-id" }],
    ["occurred_at", { occurred_at: "yesterday" }],
    ["occurred_at", { occurred_at: "0000-01-01T00:00:00Z" }],
    ["actor.role: unknown field", { actor: { type: "user", id: "1", role: "admin" } }],
    ["kind: unknown field", { kind: "user.created" }],
    ["source: unknown field", { source: "service" }],
    ["metadata", { metadata: { deep: [{ nul: "\u0000" }] } }],
    ["metadata", { metadata: { half: "\ud800" } }],
    ["metadata", { metadata: "text" }],
    ["nests deeper", { metadata: { deep: JSON.parse("[".repeat(99) + "]".repeat(99)) } }],
  ])("refuses invalid input, naming %s", async (field, more) => {
    const answer = await push(event(more));
    expect(answer.status).toBe(400);
    expect((answer.body as { detail: string }).detail).toContain(field);
  });

  test("a number that no column holds is refused instead of stored as nothing", async () => {
    const text = JSON.stringify(event({ metadata: { amount: 1 } })).replace(
      '"amount":1',
      '"amount":1e999',
    );
    const headers = { "content-type": "application/json" };
    const answer = await call(POST, {
      method: "POST",
      path: "/api/v1/audit",
      token,
      headers,
      body: text,
    });
    expect(answer.status).toBe(400);
    expect((answer.body as { detail: string }).detail).toContain("metadata");
  });

  test("an organization of another tenant is a 422", async () => {
    const { organizationId } = await aMember(globex);
    expect((await push(event({ organization_id: organizationId }))).status).toBe(422);
  });
});
