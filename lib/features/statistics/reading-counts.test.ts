import { beforeAll, expect, test } from "vitest";
import { ingestAuditEvent } from "@/lib/core/audit/ingest-audit-event";
import { countEvents } from "@/lib/features/statistics/count-events";
import { readEventCounts } from "@/lib/features/statistics/event-count-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { type Answer, Queryable, type Statement, write } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

const DAYS = 40;
const EVENTS = 20_000;
let acme: TestEnvironment & { others: TestEnvironment[] };

beforeAll(async () => {
  acme = await aTenant({ environments: ["production", "staging"] });
  await inTransaction(acme, (db) =>
    db.execute(write`
      INSERT INTO audit_events (tenant_id, environment_id, kind, actor, occurred_at)
      SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, (ARRAY['login.succeeded', 'login.failed'])[1 + n % 2],
             '{}', now() - make_interval(mins => n * ${DAYS}::int * 1440 / ${EVENTS}::int)
      FROM generate_series(1, ${EVENTS}::int) n`),
  );
  await countEvents();
  // Like autovacuum.
  await asOwner(config().databaseOwnerUrl, (client) =>
    client.query("ANALYZE audit_events, event_counts"),
  );
});

/** Records the statements of a store function, and returns nothing. */
class RecordingQueryable extends Queryable {
  statements: Statement[] = [];
  async answer<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    this.statements.push(statement);
    return { rows: [], count: 0 };
  }
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** A plan contains the names of partitions. */
const isOf = (node: Plan, table: string) => node["Relation Name"]?.startsWith(table) === true;

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

test("a page reads no event that is counted: twenty thousand in the trail cost only rows by hour and kind", async () => {
  const recording = new RecordingQueryable(acme);
  const range = {
    from: secondsAfter(new Date(), -30 * 86_400),
    to: secondsAfter(new Date(), 3_600),
    unit: "day",
  } as const;
  await readEventCounts(recording, range);
  const [statement] = recording.statements;
  const [row] = await inTransaction(acme, (db) =>
    db.query<{ "QUERY PLAN": { Plan: Plan }[] }>({
      kind: "read",
      text: `EXPLAIN (ANALYZE, FORMAT JSON) ${statement?.text}`,
      values: statement?.values ?? [],
    }),
  );
  const plan = nodes((Object.values(row ?? {})[0] as { Plan: Plan }[])[0]?.Plan as Plan);
  const read = (table: string) =>
    plan
      .filter((node) => isOf(node, table))
      .reduce(
        (sum, node) =>
          sum +
          (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
        0,
      );
  // Only the last ten minutes are read.
  expect(read("audit_events")).toBeLessThan(100);
  expect(plan.filter((node) => isOf(node, "audit_events"))).not.toHaveLength(0);
  expect(read("event_counts")).toBeGreaterThan(1_000);
  expect(read("event_counts")).toBeLessThanOrEqual(DAYS * 24 * 2 + 100);
});

test("days are the sum of their hours, and an environment counts separately", async () => {
  const range = { from: secondsAfter(new Date(), -10 * 86_400), to: new Date() };
  const sum = async (unit: "hour" | "day", environment: TestEnvironment, everywhere = false) => {
    const counts = await inBatch(environment, (db) =>
      readEventCounts(db, { ...range, unit, everywhere }),
    );
    return counts.reduce((all, { count }) => all + count, 0);
  };
  const [staging] = acme.others;
  if (!staging) throw new Error("unreachable: there are two environments");
  expect(await sum("hour", acme)).toBe(await sum("day", acme));
  expect(await sum("hour", acme)).toBeGreaterThan(4_000);
  const setUp = await sum("hour", staging);
  expect(setUp).toBeLessThan(20);
  expect(await sum("hour", staging, true)).toBe((await sum("hour", acme)) + setUp);
});

test("an event that a product pushed counts as the product's, whatever its kind", async () => {
  const [staging] = acme.others;
  if (!staging) throw new Error("unreachable: there are two environments");
  const caller = { ...staging, credentialId: newId() } as unknown as MachineCaller;
  const pushed = (action: string) => ({
    eventId: newId(),
    action,
    occurredAt: new Date(),
    actor: { type: "user", id: "ada" },
    targets: [],
    organizationId: null,
    ipAddress: null,
    userAgent: null,
    metadata: {},
  });
  await ingestAuditEvent(caller, pushed("login.succeeded"));
  await ingestAuditEvent(caller, pushed("report.exported"));
  const range = {
    from: secondsAfter(new Date(), -3_600),
    to: secondsAfter(new Date(), 3_600),
    unit: "day",
  } as const;
  const products = () =>
    inBatch(staging, (db) => readEventCounts(db, { ...range, kinds: ["product"] }));
  const live = await products();
  await countEvents();
  expect(live.map(({ count }) => count)).toEqual([2]);
  expect(await products()).toEqual(live);
});
