import { expect, test } from "vitest";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { takeTokenPointAndRecord } from "@/lib/core/credentials/token-request-store";
import { now, setClock } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { storedKey } from "@/lib/kernel/rate-limits/bucket-store";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { statementsOf } from "@/tests/support/statements";

const TEN = { name: "test-token", points: 10, seconds: 60 };

function request(client: string) {
  const entry = {
    kind: "credential.token_issued" as const,
    actor: { type: "credential" as const, id: client },
    context: { ipAddress: "203.0.113.7", userAgent: null, requestId: "request" },
    targets: [{ type: "credential", id: client }],
    metadata: { scope: "users:read" },
    at: now(),
  };
  return { budget: TEN, key: bucketKey(client), entry };
}

const recorded = (scope: TestEnvironment) =>
  inPrismaTransaction(
    scope,
    ({ prisma }) =>
      prisma.$queryRaw<{ id: string; count: bigint }[]>`
      SELECT actor->>'id' AS id, count(*) FROM audit_events
      WHERE kind = 'credential.token_issued' AND environment_id = ${scope.environmentId}::uuid
      GROUP BY 1 ORDER BY 1`,
  );

test("of requests that arrive together as many pass as points are left, and only those are recorded", async () => {
  const acme = await aTenant();
  const all = Array.from({ length: 30 }, (_, at) => request(at % 3 ? "busy" : "quiet"));
  const taken = await Promise.all(all.map((one) => takeTokenPointAndRecord(acme, one)));
  const passed = (client: string) =>
    taken.filter(({ allowed }, at) => allowed && all[at]?.entry.actor.id === client).length;
  expect([passed("busy"), passed("quiet")]).toEqual([10, 10]);
  expect(await recorded(acme)).toEqual([
    { id: "busy", count: 10n },
    { id: "quiet", count: 10n },
  ]);
  const refused = await takeTokenPointAndRecord(acme, request("busy"));
  expect(refused).toMatchObject({ allowed: false, retryAfterSeconds: expect.any(Number) });
});

test("they need one statement, and each gets its own place in the count", async () => {
  const acme = await aTenant();
  let used: unknown[] = [];
  const sent = await statementsOf(async () => {
    used = await Promise.all(
      [1, 2, 3].map(() => takeTokenPointAndRecord(acme, request("in order"))),
    );
  });
  expect(sent).toHaveLength(1);
  expect(used).toEqual([1, 2, 3].map((place) => ({ allowed: true, used: place })));
});

test("the recorded event is the request's own, in its own tenant", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  await Promise.all([
    takeTokenPointAndRecord(acme, request("of acme")),
    takeTokenPointAndRecord(globex, request("of globex")),
  ]);
  expect(await recorded(acme)).toEqual([{ id: "of acme", count: 1n }]);
  expect(await recorded(globex)).toEqual([{ id: "of globex", count: 1n }]);
  const [event] = await inPrismaTransaction(
    acme,
    ({ prisma }) =>
      prisma.$queryRaw<object[]>`SELECT targets, context, metadata FROM audit_events
      WHERE kind = 'credential.token_issued'`,
  );
  expect(event).toEqual({
    targets: [{ type: "credential", id: "of acme" }],
    context: { ip_address: "203.0.113.7", user_agent: null, request_id: "request" },
    metadata: { scope: "users:read" },
  });
});

test("the rows equal those that the limiter and the audit trail write themselves", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const { entry, key } = request("in one statement");
  const other = bucketKey("by themselves");
  const restore = setClock({ now: () => entry.at });
  try {
    for (const _ of [1, 2]) await takeTokenPointAndRecord(acme, { budget: TEN, key, entry });
    for (const _ of [1, 2]) {
      await takePoint(TEN, other);
      await inPrismaTransaction(globex, (transaction) => recordAuditEvent(transaction, entry));
    }
  } finally {
    restore();
  }
  const bucket = (of: string) =>
    unscoped.query(
      read`SELECT points, expire FROM rate_limit_buckets WHERE key = ${storedKey(TEN, of)}`,
    );
  expect(await bucket(key)).toEqual(await bucket(other));
  const events = (scope: TestEnvironment) =>
    inPrismaTransaction(scope, (transaction) =>
      transaction.query(read`
        SELECT to_jsonb(e) - 'id' - 'tenant_id' - 'environment_id' - 'received_at' - 'written_in' AS event FROM audit_events e
        WHERE kind = 'credential.token_issued'`),
    );
  expect(await events(acme)).toHaveLength(2);
  expect(await events(acme)).toEqual(await events(globex));
});
