import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { assertPackage } from "@/lib/workspaces/assert-package";
import type { Workspace } from "@/lib/workspaces/workspace";
import { lockWorkspace, writeWorkspacePackage } from "@/lib/workspaces/workspace-store";

/** Assigns a package to a workspace, or takes it away with null. Holds from the next token on.
 *  @throws ServiceError `missing`, or `unprocessable` for a package that is none of the environment's */
export function changeWorkspacePackage(
  caller: Caller,
  organizationId: string,
  packageId: string | null,
): Promise<Workspace> {
  return inTransaction(caller, async (db) => {
    const stored = await lockWorkspace(db, organizationId);
    if (!stored) throw missing();
    await assertPackage(db, packageId);
    if (stored.packageId === packageId) return stored;
    await writeWorkspacePackage(db, organizationId, packageId);
    await recordAuditEvent(db, {
      kind: "workspace.package_changed",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "organization", id: organizationId }],
      metadata: { from: stored.packageId, to: packageId },
    });
    return { ...stored, packageId };
  });
}
