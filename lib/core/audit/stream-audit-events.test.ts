import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { readAuditSlice, SEARCHED_AT_ONCE } from "@/lib/core/audit/audit-reading-store";
import { ingestAuditEvent } from "@/lib/core/audit/ingest-audit-event";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type {
  AuditFilter,
  AuditScope,
  StoredAuditEvent,
} from "@/lib/core/audit/stored-audit-event";
import { streamAuditEvents } from "@/lib/core/audit/stream-audit-events";
import type { MachineCaller, TenantScope } from "@/lib/kernel/caller";
import { noRequest } from "@/lib/kernel/caller";
import { connections } from "@/lib/kernel/db/connections";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { statementsOf } from "@/tests/support/statements";

let acme: TestEnvironment & { others: TestEnvironment[] };
let globex: TestEnvironment;
const ann = randomUUID();
const bob = randomUUID();

beforeAll(async () => {
  acme = await aTenant({ environments: ["production", "staging"] });
  globex = await aTenant({ name: "Globex" });
  await event(acme, { user: ann, actor: "boss", at: "2026-01-01T00:00:00Z" });
  await event(acme, { user: bob, actor: "boss", at: "2026-02-01T00:00:00Z", note: "50%_Off" });
  await event(acme, {
    user: ann,
    actor: "clerk",
    at: "2026-03-01T00:00:00Z",
    kind: "user.deleted",
  });
  const [staging] = acme.others;
  if (staging) await event(staging, { user: ann, actor: "boss", at: "2026-01-15T00:00:00Z" });
  await event(globex, { user: ann, actor: "boss", at: "2026-01-01T00:00:00Z" });
});

function event(
  scope: TenantScope,
  {
    kind = "user.updated",
    ...details
  }: {
    user: string;
    actor: string;
    at: string;
    kind?: "user.updated" | "user.deleted";
    note?: string;
  },
) {
  return inPrismaTransaction(scope, (transaction) =>
    recordAuditEvent(transaction, {
      kind,
      actor: { type: "administrator", id: details.actor },
      context: noRequest,
      targets: [
        { type: "role", id: "clerks" },
        { type: "user", id: details.user },
      ],
      metadata: { note: details.note ?? "" },
      at: new Date(details.at),
    }),
  );
}

async function read(filter: AuditFilter, scope: AuditScope = acme): Promise<StoredAuditEvent[]> {
  const found: StoredAuditEvent[] = [];
  for await (const batch of streamAuditEvents(scope, filter)) found.push(...batch);
  return found;
}

const days = (events: StoredAuditEvent[]) =>
  events.map(({ occurredAt }) => occurredAt.toISOString().slice(5, 10));

test("the trail comes in the order of occurrence, the oldest first", async () => {
  const mine = await read({ to: new Date("2026-04-01") });
  expect(days(mine)).toEqual(["01-01", "02-01", "03-01"]);
  expect(mine[0]).toMatchObject({ environment: "production", source: "service", eventId: null });
});

test("each filter narrows, and several narrow together", async () => {
  const until = { to: new Date("2026-04-01") };
  expect(days(await read({ ...until, actor: "boss" }))).toEqual(["01-01", "02-01"]);
  expect(days(await read({ ...until, target: ann }))).toEqual(["01-01", "03-01"]);
  expect(days(await read({ ...until, target: ann, actor: "clerk" }))).toEqual(["03-01"]);
  expect(days(await read({ ...until, kind: "user.deleted" }))).toEqual(["03-01"]);
  expect(days(await read({ ...until, kind: "user.*" }))).toHaveLength(3);
  expect(days(await read({ ...until, kind: "role.*" }))).toEqual([]);
  const span = { from: new Date("2026-01-01"), to: new Date("2026-02-01") };
  expect(days(await read(span))).toEqual(["01-01"]);
});

test("a text is found anywhere in an event, in any case, and is matched literally", async () => {
  expect(days(await read({ search: "50%_oFF" }))).toEqual(["02-01"]);
  expect(await read({ search: "5%ff" })).toEqual([]);
  expect(days(await read({ search: bob.slice(4, 20) }))).toEqual(["02-01"]);
});

test("a whole tenant is read over its environments, and never beyond the tenant", async () => {
  const all = await read({ target: ann }, { tenantId: acme.tenantId, environmentId: null });
  expect(days(all)).toEqual(["01-01", "01-15", "03-01"]);
  expect(all.map(({ environment }) => environment)).toEqual([
    "production",
    "staging",
    "production",
  ]);
});

test("a query without a tenant condition sees only the transaction's tenant, and nothing without one", async () => {
  const count = Prisma.sql`SELECT count(*)::int AS n, count(DISTINCT tenant_id)::int AS tenants FROM tenant_audit_events`;
  const ask = (tenantId: string) =>
    inPrismaTransaction({ ...globex, tenantId }, ({ prisma }) =>
      prisma.$queryRaw<{ n: number; tenants: number }[]>(count),
    );
  expect(await ask(globex.tenantId)).toMatchObject([{ tenants: 1 }]);
  expect(await ask(randomUUID())).toEqual([{ n: 0, tenants: 0 }]);
});

test("the trail can't be written through its view for reading", async () => {
  const write = (statement: Prisma.Sql) =>
    inPrismaTransaction(acme, ({ prisma }) => prisma.$executeRaw(statement));
  for (const statement of [
    Prisma.sql`DELETE FROM tenant_audit_events`,
    Prisma.sql`UPDATE tenant_audit_events SET kind = 'x'`,
    Prisma.sql`INSERT INTO tenant_audit_events (tenant_id, kind, actor, occurred_at)
               VALUES (${globex.tenantId}::uuid, 'x', '{}', now())`,
  ])
    await expect(write(statement)).rejects.toThrow(/permission denied/);
});

test("more than a batch is read completely, each event once", async () => {
  await inPrismaTransaction(
    globex,
    ({ prisma, tenantId, environmentId }) => prisma.$executeRaw`
      INSERT INTO audit_events (tenant_id, environment_id, kind, actor, occurred_at)
      SELECT ${tenantId}::uuid, ${environmentId}::uuid, 'login.failed', '{"type":"user","id":"many"}', '2026-05-01'::timestamptz + (n / 7) * interval '1 ms'
      FROM generate_series(1, 2345) n`,
  );
  const sizes: number[] = [];
  const ids = new Set<string>();
  for await (const batch of streamAuditEvents(globex, { actor: "many" })) {
    sizes.push(batch.length);
    for (const { id } of batch) ids.add(id);
  }
  expect(sizes).toEqual([1000, 1000, 345]);
  expect(ids.size).toBe(2345);
});

test("nothing is read before it is requested, and no connection is held between batches", async () => {
  const stream = streamAuditEvents(globex, { actor: "many" });
  const reads = (statements: string[]) =>
    statements.filter((text) => text.includes("FROM tenant_audit_events")).length;
  expect(reads(await statementsOf(() => stream.next()))).toBe(1);
  expect(reads(await statementsOf(() => new Promise((resolve) => setTimeout(resolve, 50))))).toBe(
    0,
  );
  expect(connections.idleCount).toBe(connections.totalCount);
  await stream.return();
});

test("a search continues where one read stopped, also after finding nothing", async () => {
  await inPrismaTransaction(
    globex,
    ({ prisma, tenantId, environmentId }) => prisma.$executeRaw`
      INSERT INTO audit_events (tenant_id, environment_id, kind, actor, occurred_at)
      SELECT ${tenantId}::uuid, ${environmentId}::uuid, 'login.failed', '{"type":"user","id":"x"}', '2026-06-01'::timestamptz + n * interval '1 ms'
      FROM generate_series(1, ${SEARCHED_AT_ONCE}) n`,
  );
  const page = (after: { occurredAt: Date; id: string } | null) =>
    inPrismaTransaction(globex, (transaction) =>
      readAuditSlice(
        transaction,
        globex,
        { search: "many", to: new Date("2026-07-01") },
        { after, forward: false, limit: 10 },
      ),
    );
  const first = await page(null);
  expect(first.events).toEqual([]);
  expect(first.next?.occurredAt).toEqual(new Date("2026-06-01T00:00:00.001Z"));
  expect((await page(first.next)).events).toHaveLength(10);
  expect(await read({ search: "many" }, globex)).toHaveLength(2345);
});

test("a product's event is read with the product's own terms", async () => {
  const caller: MachineCaller = {
    ...acme,
    credentialId: randomUUID(),
    tenantPublicId: acme.publicId,
    scopes: new Set(),
  };
  const eventId = randomUUID();
  await ingestAuditEvent(caller, {
    eventId,
    action: "invoice.paid",
    occurredAt: new Date("2025-12-01T00:00:00Z"),
    actor: { type: "customer", id: "c-1", name: "Zoë" },
    targets: [],
    organizationId: null,
    ipAddress: "192.0.2.7",
    userAgent: null,
    metadata: {},
  });
  expect(await read({ kind: "invoice.*" })).toMatchObject([
    { eventId, source: "product", actor: { name: "Zoë" }, context: { ip_address: "192.0.2.7" } },
  ]);
});
