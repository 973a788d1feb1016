import { randomUUID } from "node:crypto";
import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";

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

/** A user and an organization in the environment with the membership between them, as rows, so that
 *  states can be built that use cases would pass through only on the way. */
export function aMember(
  scope: TenantScope,
  options: Options = {},
): Promise<{ userId: string; organizationId: string }> {
  const { tenantId, environmentId } = scope;
  const { userId = randomUUID(), organizationId = randomUUID() } = options;
  return inTenant(scope, async ({ sql }) => {
    const email = `${userId}@example.com`;
    if (!options.userId)
      await sql.user.create({
        data: { id: userId, tenantId, environmentId, email, emailKey: email },
      });
    if (!options.organizationId) {
      const name = options.organizationName ?? "Initech";
      await sql.organization.create({
        data: { id: organizationId, tenantId, name, slug: organizationId },
      });
      await sql.workspace.create({
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
      await sql.membership.create({
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
