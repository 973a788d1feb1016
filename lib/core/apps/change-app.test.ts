import { beforeAll, expect, test } from "vitest";
import { searchApps } from "@/lib/core/apps/app-search-store";
import { changeApp } from "@/lib/core/apps/change-app";
import { searchPackages } from "@/lib/core/packages/package-search-store";
import { searchRoles } from "@/lib/core/roles/role-search-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { eventsOf } from "@/tests/support/audit-events";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant();
});

test("an app is renamed, audited once, and keeps its key", async () => {
  const app = await anApp(acme, { key: "console", name: "Console" });
  await changeApp(acme, app.id, { name: "Console" });
  expect(await changeApp(acme, app.id, { name: "Cockpit" })).toMatchObject({ key: "console" });
  expect(await eventsOf(acme, app.id)).toEqual(["app.created", "app.updated"]);
  await expect(changeApp(globex, app.id, { name: "Theirs" })).rejects.toMatchObject({
    reason: "missing",
  });
});

test("apps, roles and packages are found by key and name, with their uses", async () => {
  const app = await anApp(acme, { key: "ledger", name: "General Ledger" });
  const role = await aRole(acme, { key: "accountant", name: "Book Keeper", appIds: [app.id] });
  await aPackage(acme, { key: "gold", name: "Gold 100%", appIds: [app.id] });
  await aMember(acme, { roleId: role.id });
  const browse = (query: string) => ({ query, after: null });
  await inPrismaTransaction(acme, async (transaction) => {
    for (const query of ["LEDG", "general led"])
      expect((await searchApps(transaction, browse(query))).rows).toMatchObject([
        { key: "ledger", roles: 1 },
      ]);
    expect((await searchRoles(transaction, browse("book account"))).rows).toMatchObject([
      { key: "accountant", apps: ["General Ledger"], members: 1 },
    ]);
    expect((await searchPackages(transaction, browse("100%"))).rows).toMatchObject([
      { key: "gold", apps: ["General Ledger"], organizations: 0 },
    ]);
    expect((await searchPackages(transaction, browse("g_l"))).rows).toEqual([]);
  });
  await inPrismaTransaction(globex, async (transaction) => {
    expect((await searchApps(transaction, browse("ledger"))).rows).toEqual([]);
    expect((await searchRoles(transaction, browse("book"))).rows).toEqual([]);
    expect((await searchPackages(transaction, browse("gold"))).rows).toEqual([]);
  });
});

test("apps are paged fifty at a time, by key", async () => {
  for (let index = 0; index < 60; index += 1)
    await anApp(globex, { key: `leaf-${String(index).padStart(2, "0")}` });
  const page = (after: string | null) =>
    inPrismaTransaction(globex, (transaction) => searchApps(transaction, { query: "leaf", after }));
  const first = await page(null);
  const second = await page(first.next);
  expect(first.next).toBe("leaf-49");
  expect(second.rows.map(({ key }) => key)).toEqual(
    Array.from({ length: 10 }, (_, index) => `leaf-${50 + index}`),
  );
  expect(second.next).toBeNull();
});
