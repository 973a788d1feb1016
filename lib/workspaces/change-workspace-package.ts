import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { assertPackage } from "@/lib/workspaces/assert-package";
import type { Workspace } from "@/lib/workspaces/workspace";
import { lockWorkspace, updateWorkspace } from "@/lib/workspaces/workspace-store";

/** Assigns a package to a workspace, or takes it away with null. Holds from the next token on.
 *  @throws ServiceError `missing`, or `unprocessable` for a package that is none of the environment's */
export function changeWorkspacePackage(
  caller: Caller,
  organizationId: string,
  packageId: string | null,
): Promise<Workspace> {
  return inTenant(caller, async (transaction) => {
    const stored = await lockWorkspace(transaction, organizationId);
    if (!stored) throw missing();
    await assertPackage(transaction, packageId);
    if (stored.packageId === packageId) return stored;
    await updateWorkspace(transaction, organizationId, { packageId });
    await recordAuditEvent(transaction, {
      kind: "workspace.package_changed",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "organization", id: organizationId }],
      metadata: { from: stored.packageId, to: packageId },
    });
    return { ...stored, packageId };
  });
}
