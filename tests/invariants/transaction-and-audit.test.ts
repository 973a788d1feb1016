import { beforeAll, expect, test } from "vitest";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import { noRequest } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
});

const event = () => ({ kind: "role.created" as const, actor: acme.actor, context: noRequest });
const roles = (environment: TestEnvironment) =>
  inTenant(environment, ({ sql }) => sql.role.findMany({ select: { key: true } }));

test("a change and its audit event commit together or not at all", async () => {
  const before = await inTenant(acme, ({ sql }) => sql.auditEvent.count());
  await expect(
    inTenant(acme, async (t) => {
      const { sql, tenantId, environmentId } = t;
      await sql.role.create({ data: { tenantId, environmentId, key: "gone", name: "Gone" } });
      await recordAuditEvent(t, event());
      throw new Error("the last step failed");
    }),
  ).rejects.toThrow("the last step failed");
  expect(await roles(acme)).toEqual([]);
  expect(await inTenant(acme, ({ sql }) => sql.auditEvent.count())).toBe(before);
});

test("a query that forgets its filter still sees one tenant only", async () => {
  await inTenant(acme, ({ sql, tenantId, environmentId }) =>
    sql.role.create({ data: { tenantId, environmentId, key: "admin", name: "Admin" } }),
  );
  expect(await roles(acme)).toEqual([{ key: "admin" }]);
  expect(await roles(globex)).toEqual([]);
});

test("a row for another tenant is refused on writing", async () => {
  await expect(
    inTenant(acme, ({ sql }) =>
      sql.role.create({
        data: {
          tenantId: globex.tenantId,
          environmentId: globex.environmentId,
          key: "x",
          name: "X",
        },
      }),
    ),
  ).rejects.toThrow(/row-level security/);
});

test("a row can't point into another tenant's environment", async () => {
  await expect(
    inTenant(acme, ({ sql, tenantId }) =>
      sql.role.create({
        data: { tenantId, environmentId: globex.environmentId, key: "x", name: "X" },
      }),
    ),
  ).rejects.toThrow();
});

test("an audit event can be neither changed nor deleted", async () => {
  await inTenant(acme, (t) => recordAuditEvent(t, event()));
  await expect(
    inTenant(acme, ({ sql }) => sql.auditEvent.updateMany({ data: { kind: "role.deleted" } })),
  ).rejects.toThrow(/permission denied/);
  await expect(inTenant(acme, ({ sql }) => sql.auditEvent.deleteMany())).rejects.toThrow(
    /permission denied/,
  );
});
