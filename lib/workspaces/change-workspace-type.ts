import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { resolveOrganizationType } from "@/lib/organizations/resolve-organization-type";
import type { Workspace } from "@/lib/workspaces/workspace";
import { lockWorkspace, updateWorkspace } from "@/lib/workspaces/workspace-store";

/** Gives a workspace another organization type. Holds from the next token on.
 *  @throws ServiceError `missing`, or `organization_type_not_resolved` with the types the environment has */
export function changeWorkspaceType(
  caller: Caller,
  organizationId: string,
  organizationType: string,
): Promise<Workspace> {
  return inTenant(caller, async (transaction) => {
    const stored = await lockWorkspace(transaction, organizationId);
    if (!stored) throw missing();
    const { environmentId, environmentKey } = caller;
    const organizationTypeId = await resolveOrganizationType(
      transaction,
      { organizationType, environment: environmentKey },
      { environmentId, offered: [environmentId] },
    );
    if (stored.organizationType === organizationType) return stored;
    await updateWorkspace(transaction, organizationId, { organizationTypeId });
    await recordAuditEvent(transaction, {
      kind: "workspace.organization_type_changed",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "organization", id: organizationId }],
      metadata: { from: stored.organizationType, to: organizationType },
    });
    return { ...stored, organizationType };
  });
}
