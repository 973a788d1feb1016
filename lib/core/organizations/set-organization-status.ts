import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Organization } from "@/lib/core/organizations/organization";
import { findOrganization, lockOrganization } from "@/lib/core/organizations/organization-store";
import { writeWorkspaceStatus } from "@/lib/core/workspaces/workspace-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Disables an organization in the caller's environment, or enables it again. While it is disabled no token
 *  is minted or refreshed for it (`organization_inactive`); users' sessions, which may serve other
 *  organizations, and all memberships stay. Repeating it changes and audits nothing.
 *  @throws ServiceError `missing` */
export function setOrganizationStatus(
  caller: Caller,
  id: string,
  status: Organization["status"],
): Promise<Organization> {
  return inTransaction(caller, async (db) => {
    const stored = await lockOrganization(db, id);
    if (!stored) throw missing();
    if (stored.status === status) return stored;
    await writeWorkspaceStatus(db, id, status);
    await recordAuditEvent(db, {
      kind: status === "disabled" ? "organization.disabled" : "organization.enabled",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "organization", id, name: stored.name }],
    });
    return (await findOrganization(db, id)) ?? stored;
  });
}
