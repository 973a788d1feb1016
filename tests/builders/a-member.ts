import { randomUUID } from "node:crypto";
import type { TenantScope } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

interface Options {
  userId?: string;
  organizationId?: string;
  organizationName?: string;
  workspaceStatus?: "active" | "disabled";
  organizationTypeId?: string;
  packageId?: string;
  /** False leaves the user without a membership. */
  member?: boolean;
  status?: "active" | "inactive";
  roleId?: string | null;
}

/** Makes a user and an organization in the environment with the membership between them, as rows, so that
 *  tests can start in states that use cases reach only in several steps. */
export function aMember(
  scope: TenantScope,
  options: Options = {},
): Promise<{ userId: string; organizationId: string }> {
  const { tenantId, environmentId } = scope;
  const { userId = randomUUID(), organizationId = randomUUID() } = options;
  return inPrismaTransaction(scope, async ({ prisma }) => {
    const email = `${userId}@example.com`;
    if (!options.userId)
      await prisma.user.create({
        data: { id: userId, tenantId, environmentId, email, emailKey: email },
      });
    if (!options.organizationId) {
      const name = options.organizationName ?? "Initech";
      await prisma.organization.create({
        data: { id: organizationId, tenantId, name, slug: organizationId },
      });
      await prisma.workspace.create({
        data: {
          tenantId,
          environmentId,
          organizationId,
          status: options.workspaceStatus ?? "active",
          organizationTypeId: options.organizationTypeId ?? null,
          packageId: options.packageId ?? null,
        },
      });
    }
    if (options.member !== false)
      await prisma.membership.create({
        data: {
          tenantId,
          environmentId,
          organizationId,
          userId,
          roleId: options.roleId ?? null,
          status: options.status ?? "active",
        },
      });
    return { userId, organizationId };
  });
}
