import { beforeAll, expect, test } from "vitest";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { noRequest } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
});

const event = () => ({ kind: "role.created" as const, actor: acme.actor, context: noRequest });
const roles = (environment: TestEnvironment) =>
  inPrismaTransaction(environment, ({ prisma }) => prisma.role.findMany({ select: { key: true } }));

test("a change and its audit event commit together or not at all", async () => {
  const before = await inPrismaTransaction(acme, ({ prisma }) => prisma.auditEvent.count());
  await expect(
    inPrismaTransaction(acme, async (t) => {
      const { prisma, tenantId, environmentId } = t;
      await prisma.role.create({ data: { tenantId, environmentId, key: "gone", name: "Gone" } });
      await recordAuditEvent(t, event());
      throw new Error("the last step failed");
    }),
  ).rejects.toThrow("the last step failed");
  expect(await roles(acme)).toEqual([]);
  expect(await inPrismaTransaction(acme, ({ prisma }) => prisma.auditEvent.count())).toBe(before);
});

test("a query that forgets its filter still sees one tenant only", async () => {
  await inPrismaTransaction(acme, ({ prisma, tenantId, environmentId }) =>
    prisma.role.create({ data: { tenantId, environmentId, key: "admin", name: "Admin" } }),
  );
  expect(await roles(acme)).toEqual([{ key: "admin" }]);
  expect(await roles(globex)).toEqual([]);
});

test("a row for another tenant is refused on writing", async () => {
  await expect(
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.role.create({
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
    inPrismaTransaction(acme, ({ prisma, tenantId }) =>
      prisma.role.create({
        data: { tenantId, environmentId: globex.environmentId, key: "x", name: "X" },
      }),
    ),
  ).rejects.toThrow();
});

test("an audit event can be neither changed nor deleted", async () => {
  await inPrismaTransaction(acme, (t) => recordAuditEvent(t, event()));
  await expect(
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.auditEvent.updateMany({ data: { kind: "role.deleted" } }),
    ),
  ).rejects.toThrow(/permission denied/);
  await expect(
    inPrismaTransaction(acme, ({ prisma }) => prisma.auditEvent.deleteMany()),
  ).rejects.toThrow(/permission denied/);
});
