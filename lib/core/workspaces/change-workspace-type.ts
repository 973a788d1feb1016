import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { resolveOrganizationType } from "@/lib/core/organization-types/resolve-organization-type";
import type { Workspace } from "@/lib/core/workspaces/workspace";
import { lockWorkspace, writeWorkspaceType } from "@/lib/core/workspaces/workspace-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Changes a workspace's organization type, from the next token on.
 *  @throws ServiceError `missing`, or `organization_type_not_resolved` with the types the environment has */
export function changeWorkspaceType(
  caller: Caller,
  organizationId: string,
  organizationType: string,
): Promise<Workspace> {
  return inTransaction(caller, async (db) => {
    const stored = await lockWorkspace(db, organizationId);
    if (!stored) throw missing();
    const { environmentId, environmentKey } = caller;
    const organizationTypeId = await resolveOrganizationType(
      db,
      { organizationType, environment: environmentKey },
      { environmentId, offered: [environmentId] },
    );
    if (stored.organizationType === organizationType) return stored;
    await writeWorkspaceType(db, organizationId, organizationTypeId);
    await recordAuditEvent(db, {
      kind: "workspace.organization_type_changed",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "organization", id: organizationId }],
      metadata: { from: stored.organizationType, to: organizationType },
    });
    return { ...stored, organizationType };
  });
}
