import { beforeAll, expect, test } from "vitest";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { changeOrganization } from "@/lib/core/organizations/change-organization";
import { removeMember } from "@/lib/core/organizations/remove-member";
import { setMember } from "@/lib/core/organizations/set-member";
import { setOrganizationStatus } from "@/lib/core/organizations/set-organization-status";
import { changePackageApps } from "@/lib/core/packages/change-package-apps";
import { deletePackage } from "@/lib/core/packages/delete-package";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { deleteRole } from "@/lib/core/roles/delete-role";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { reactivateUser } from "@/lib/core/user-lifecycle/reactivate-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { changeEmailVerification } from "@/lib/core/users/change-email-verification";
import { changeUser } from "@/lib/core/users/change-user";
import { createUser } from "@/lib/core/users/create-user";
import { changeWorkspacePackage } from "@/lib/core/workspaces/change-workspace-package";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anOrganization } from "@/tests/builders/an-organization";

// All operations of a tenant's backend on the same few things, at the same time. In any order: no deadlock,
// and no internal error.

let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
});

/** Returns the changes, in another order for each round. */
function shuffled<T>(list: T[]): T[] {
  return list
    .map((one) => ({ one, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

test("changes of the same user, organization, role and package refuse each other for reasons or succeed", async () => {
  for (let round = 0; round < 12; round++) {
    const [app, organization] = [await anApp(acme), await anOrganization(acme)];
    const [role, pack] = [await aRole(acme), await aPackage(acme)];
    const { userId, email } = await aSession(acme);
    const place = { organizationId: organization.id, roleId: role.id };
    const changes: (() => Promise<unknown>)[] = [
      () => createUser(acme, { email, ...place }),
      () => createUser(acme, { email: email.toUpperCase(), sendInvitation: true }),
      () => changeUser(acme, userId, { ...place, displayName: "Mara" }),
      () => changeUser(acme, userId, { email: `moved-${email}` }),
      () => changeEmailVerification(acme, userId, true),
      () => suspendUser(acme, userId, null),
      () => reactivateUser(acme, userId),
      () => deleteUser(acme, userId),
      () => setMember(acme, organization.id, userId, { roleId: role.id }),
      () => removeMember(acme, organization.id, userId),
      () => changeOrganization(acme, organization.id, { name: "Initrode" }),
      () => setOrganizationStatus(acme, organization.id, "disabled"),
      () => changeWorkspacePackage(acme, organization.id, pack.id),
      () => changeWorkspacePackage(acme, organization.id, null),
      () => changeEntitlementPolicy(acme, { defaultPackageId: pack.id }),
      () => changeEntitlementPolicy(acme, { defaultPackageId: null }),
      () => changePackageApps(acme, pack.id, [app.id]),
      () => changeRoleApps(acme, role.id, [app.id]),
      () => deletePackage(acme, pack.id),
      () => deleteRole(acme, role.id),
    ];
    const outcomes = await Promise.allSettled(shuffled(changes).map((change) => change()));
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(ServiceError);
    expect(await openEndsOf(userId)).toEqual({ sessions: 0, memberships: 0 });
  }
});

/** Counts the rows that a deleted user must not have. */
async function openEndsOf(userId: string) {
  return inPrismaTransaction(acme, async ({ prisma }) => ({
    sessions: await prisma.session.count({ where: { userId, revokedAt: null } }),
    memberships: await prisma.membership.count({ where: { userId } }),
  }));
}
