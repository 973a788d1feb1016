import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import type { Organization } from "@/lib/organizations/organization";
import { findOrganization, lockOrganization } from "@/lib/organizations/organization-store";
import { writeWorkspaceStatus } from "@/lib/workspaces/workspace-store";

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
