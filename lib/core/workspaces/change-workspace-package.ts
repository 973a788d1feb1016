import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { assertPackage } from "@/lib/core/workspaces/assert-package";
import type { Workspace } from "@/lib/core/workspaces/workspace";
import { lockWorkspace, writeWorkspacePackage } from "@/lib/core/workspaces/workspace-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Assigns a package to a workspace, or removes it with null, from the next token on.
 *  @throws ServiceError `missing`, or `unprocessable` for a package that is not in the environment */
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
