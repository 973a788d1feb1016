import { beforeAll, expect, test } from "vitest";
import { changeOrganizationType } from "@/lib/core/organization-types/change-organization-type";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { deleteOrganizationType } from "@/lib/core/organization-types/delete-organization-type";
import { searchOrganizationTypes } from "@/lib/core/organization-types/organization-type-search-store";
import { listTypesOfTenant } from "@/lib/core/organization-types/organization-type-store";
import { setOrganizationStatus } from "@/lib/core/organizations/set-organization-status";
import { changeWorkspaceType } from "@/lib/core/workspaces/change-workspace-type";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant();
});

const listed = (scope: TestEnvironment, query: string) =>
  inTransaction(scope, (db) => searchOrganizationTypes(db, { query, after: null }));

test("a type is renamed, audited once, and keeps its key", async () => {
  const type = await createOrganizationType(acme, { key: "reseller", name: "Reseller" });
  await changeOrganizationType(acme, type.id, { name: "Partner" });
  await changeOrganizationType(acme, type.id, { name: "Partner" });
  expect(await listed(acme, "partner")).toMatchObject({
    rows: [{ key: "reseller", name: "Partner" }],
    total: 1,
  });
  expect(await eventsOf(acme, type.id)).toEqual([
    "organization_type.created",
    "organization_type.updated",
  ]);
});

test("a type can be deleted only when nothing uses it", async () => {
  const used = await createOrganizationType(acme, { key: "used", name: "Used" });
  const organization = await anOrganization(acme);
  await changeWorkspaceType(acme, organization.id, "used");
  await expect(deleteOrganizationType(acme, used.id)).rejects.toMatchObject({ reason: "conflict" });
  const allowed = await createOrganizationType(acme, { key: "allowed", name: "Allowed" });
  await anApp(acme, { allowedOrganizationTypes: ["allowed"] });
  await expect(deleteOrganizationType(acme, allowed.id)).rejects.toMatchObject({
    detail: expect.stringContaining("1 app(s) allow this type"),
  });
  const idle = await createOrganizationType(acme, { key: "idle", name: "Idle" });
  await deleteOrganizationType(acme, idle.id);
  expect((await listed(acme, "idle")).rows).toEqual([]);
  expect(await eventsOf(acme, idle.id)).toEqual([
    "organization_type.created",
    "organization_type.deleted",
  ]);
});

test("deleting a type and assigning it to an organization in parallel are serialized", async () => {
  for (let round = 0; round < 5; round += 1) {
    const key = `raced-${round}`;
    const type = await createOrganizationType(acme, { key, name: key });
    const { id } = await anOrganization(acme);
    const outcomes = await Promise.allSettled([
      deleteOrganizationType(acme, type.id),
      changeWorkspaceType(acme, id, key),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    // The organization is intact either way.
    expect(await setOrganizationStatus(acme, id, "disabled")).toMatchObject({ id });
  }
});

test("another tenant's type is missing", async () => {
  const type = await createOrganizationType(acme, { key: "ours", name: "Ours" });
  await expect(changeOrganizationType(globex, type.id, { name: "Theirs" })).rejects.toMatchObject({
    reason: "missing",
  });
  await expect(deleteOrganizationType(globex, type.id)).rejects.toMatchObject({
    reason: "missing",
  });
  expect((await listed(globex, "ours")).rows).toEqual([]);
});

test("the types of a tenant are listed with their environments, without another tenant's", async () => {
  await createOrganizationType(acme, { key: "listed", name: "Listed" });
  await createOrganizationType(globex, { key: "foreign", name: "Foreign" });
  const types = await inTransaction(acme, (db) => listTypesOfTenant(db));
  expect(types).toContainEqual({
    id: expect.any(String),
    key: "listed",
    name: "Listed",
    environment: acme.environmentKey,
  });
  expect(types.map(({ key }) => key)).not.toContain("foreign");
});
