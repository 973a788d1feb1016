import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { missing, ServiceError } from "@/lib/errors";
import { resolveOrganizationType } from "@/lib/organizations/resolve-organization-type";
import type { Workspace } from "@/lib/workspaces/workspace";
import {
  findEnvironmentId,
  findWorkspace,
  insertWorkspace,
  lockWorkspace,
} from "@/lib/workspaces/workspace-store";

/** Adds an organization of the caller's environment to another environment of the tenant, with its type
 *  resolved there. One that is there already stays as it is.
 *  @throws ServiceError `missing` for the organization, `organization_type_not_resolved` with pairs of all
 *  the tenant's environments, `unprocessable` for an environment that the tenant does not have */
export function addToEnvironment(
  caller: Caller,
  organizationId: string,
  wanted: { environment: string; organizationType?: string },
): Promise<{ added: boolean; workspace: Workspace }> {
  return inTenant(caller, async (transaction) => {
    if (!(await lockWorkspace(transaction, organizationId))) throw missing();
    const environmentId = await findEnvironmentId(transaction, wanted.environment);
    const organizationTypeId = await typeThere(transaction, environmentId, wanted);
    if (!environmentId)
      throw new ServiceError("unprocessable", {
        detail: "environment: names no environment of this tenant.",
      });
    const place = { environmentId, organizationTypeId, packageId: null };
    const added = await insertWorkspace(transaction, organizationId, place);
    if (added)
      // Told where it happened: readers of that environment's trail must see what came into it.
      await recordAuditEvent(
        { ...transaction, environmentId },
        {
          kind: "workspace.added",
          actor: caller.actor,
          context: caller.context,
          targets: [{ type: "organization", id: organizationId }],
          metadata: { environment: wanted.environment, from: caller.environmentKey },
        },
      );
    const workspace = await findWorkspace(transaction, organizationId, environmentId);
    if (!workspace) throw missing();
    return { added, workspace };
  });
}

function typeThere(
  transaction: TenantTransaction,
  environmentId: string | null,
  { environment, organizationType }: { environment: string; organizationType?: string },
): Promise<string> | null {
  if (organizationType === undefined) return null;
  const requested = { organizationType, environment };
  return resolveOrganizationType(transaction, requested, { environmentId, offered: null });
}
