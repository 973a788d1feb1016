import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { factsOf, readAccessFacts, workspacesOfPlaces } from "@/lib/core/access/access-facts";
import { type AccessPlace, readSharedFacts } from "@/lib/core/access/access-store";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { setOverride } from "@/lib/core/entitlements/change-override";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { inBatch } from "@/lib/kernel/db/batch";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";

let acme: TestEnvironment;
let other: TestEnvironment;
let userIds: string[];
let organizationIds: string[];
let appIds: string[];

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  [acme, other] = [tenant, tenant.others[0] as TestEnvironment];
  const type = await createOrganizationType(acme, { key: "enterprise", name: "Enterprise" });
  const apps = [
    await anApp(acme, { packagePolicy: "listed", requiredEntitlements: ["reports", "export"] }),
    await anApp(acme, { packagePolicy: "any", allowedOrganizationTypes: ["enterprise"] }),
    await anApp(acme),
  ];
  await setAppStatus(acme, apps[2]?.id ?? "", "disabled");
  appIds = apps.map(({ id }) => id);
  const roles = await Promise.all([
    aRole(acme, { appIds }),
    aRole(acme, { appIds: appIds.slice(0, 1), permissions: ["a:b", "c:d"] }),
    aRole(acme),
  ]);
  const packages = [
    await aPackage(acme, { entitlements: ["reports"], appIds: appIds.slice(0, 2) }),
    await aPackage(acme, { status: "inactive", entitlements: ["export"] }),
    await aPackage(acme, { entitlements: ["by-default"] }),
  ];
  await changeEntitlementPolicy(acme, {
    defaultPackageId: packages[2]?.id ?? null,
    mode: "observe",
  });
  // Every organization with every user, each membership in another state.
  userIds = await Promise.all([1, 2, 3].map(async () => (await aUser(acme)).id));
  organizationIds = [];
  for (const [at, user] of userIds.entries()) {
    const made = await aMember(acme, {
      userId: user,
      roleId: roles[at]?.id ?? null,
      organizationName: `Organization ${at}`,
      ...(at === 0 ? { organizationTypeId: type.id } : {}),
      ...(at < 2 ? { packageId: packages[at]?.id ?? "" } : {}),
      ...(at === 2 ? { workspaceStatus: "disabled" as const } : {}),
    });
    organizationIds.push(made.organizationId);
  }
  const [first = "", second = "", third = ""] = organizationIds;
  await aMember(acme, { userId: userIds[0] ?? "", organizationId: second, status: "inactive" });
  await aMember(acme, {
    userId: userIds[1] ?? "",
    organizationId: first,
    roleId: roles[0]?.id ?? null,
  });
  for (const [organizationId, entitlement, effect] of [
    [first, "export", "grant"],
    [first, "reports", "deny"],
    [third, "reports", "grant"],
  ] as const)
    await setOverride(acme, { organizationId, entitlement, effect });
});

test("one statement for many users reads the same facts as one for each", async () => {
  const otherMember = await aMember(other);
  const users = [...userIds, otherMember.userId, randomUUID()];
  const organizations = [...organizationIds, otherMember.organizationId, randomUUID(), null];
  const apps = [...appIds, (await anApp(other)).id, randomUUID()];
  const places: AccessPlace[] = users.flatMap((userId) =>
    organizations.map((organizationId) => ({ userId, organizationId })),
  );
  const shared = await inBatch(acme, (db) => readSharedFacts(db, places, apps));
  const ofPlaces = workspacesOfPlaces(shared);
  let compared = 0;
  for (const [at, { userId, organizationId }] of places.entries())
    for (const appId of apps) {
      const query = { userId: userId ?? "", organizationId, appId };
      const alone = await inBatch(acme, (db) => readAccessFacts(db, query));
      expect(sorted(factsOf(shared, ofPlaces[at] ?? [], appId))).toEqual(sorted(alone));
      compared += alone.workspaces.length;
    }
  expect(compared).toBeGreaterThan(50);
});

test("a user is found by the tenant's own external id, exactly, and never in another environment", async () => {
  const externalId = `crm-${randomUUID()}`;
  const { id } = await aUser(acme, { externalId });
  const { organizationId } = await aMember(acme, { userId: id });
  await aUser(other, { externalId: `${externalId}-there` });
  const statusesOf = async (...externalIds: string[]) => {
    const places = externalIds.map((one) => ({ externalId: one, organizationId }));
    return inBatch(acme, (db) => readSharedFacts(db, places, []));
  };
  const wrong = [`${externalId}-there`, externalId.toUpperCase(), ""];
  const found = await statusesOf(externalId, ...wrong);
  expect(found.statuses).toEqual(["active", null, null, null]);
  const seen = found.workspaces.map(({ membership, places }) => [
    membership?.status ?? null,
    places,
  ]);
  expect(new Map(seen as [string | null, number[]][])).toEqual(
    new Map([
      ["active", [1]],
      [null, wrong.map((_, at) => at + 2)],
    ]),
  );
});

test("another tenant's rows are not visible, whatever the ids", async () => {
  const otherTenant = await aTenant();
  const places = userIds.flatMap((userId) =>
    [...organizationIds, null].map((organizationId) => ({
      userId,
      organizationId,
    })),
  );
  const found = await inBatch(otherTenant, (db) => readSharedFacts(db, places, appIds));
  expect(found).toEqual({
    // Its own policy.
    mode: "enforce",
    apps: {},
    workspaces: [],
    statuses: places.map(() => null),
  });
});

/** Sorts the lists that have no order of their own. */
function sorted({ workspaces, ...facts }: Awaited<ReturnType<typeof readAccessFacts>>) {
  const inOrder = workspaces.map((one) => ({
    ...one,
    overrides: [...one.overrides].sort((a, b) => (a.entitlement < b.entitlement ? -1 : 1)),
  }));
  return {
    ...facts,
    workspaces: inOrder.sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1)),
  };
}
