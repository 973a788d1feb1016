import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createRole } from "@/lib/core/roles/create-role";
import { listRoleApps, listRoles } from "@/lib/core/roles/role-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { eventsOf } from "@/tests/support/audit-events";

let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
});

test("a role is created with its apps, with an event for each of the two", async () => {
  const { id: appId } = await anApp(acme);
  const role = await createRole(acme, { key: "editor", name: "Editor", appIds: [appId] });
  const apps = await inTransaction(acme, (db) => listRoleApps(db, role.id));
  expect(apps.map(({ id }) => id)).toEqual([appId]);
  expect(await eventsOf(acme, role.id)).toEqual(["role.created", "role.apps_changed"]);
});

test("a role without apps has one event", async () => {
  const role = await createRole(acme, { key: "viewer", name: "Viewer", appIds: [] });
  expect(await eventsOf(acme, role.id)).toEqual(["role.created"]);
});

test("an unknown app is refused, and no role is created", async () => {
  await expect(
    createRole(acme, { key: "lost", name: "Lost", appIds: [randomUUID()] }),
  ).rejects.toMatchObject({ reason: "unprocessable" });
  const roles = await inTransaction(acme, listRoles);
  expect(roles.map(({ key }) => key)).not.toContain("lost");
});
