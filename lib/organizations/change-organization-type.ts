import { changedFields } from "@/lib/audit/changed-fields";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import {
  lockOrganizationType,
  type OrganizationType,
  updateOrganizationType,
} from "@/lib/organizations/organization-type-store";

/** Changes what an organization type is called. Its key stays: apps allow types by key.
 *  @throws ServiceError `missing` */
export function changeOrganizationType(
  caller: Caller,
  id: string,
  changes: { name?: string },
): Promise<OrganizationType> {
  return inTenant(caller, async (transaction) => {
    const type = await lockOrganizationType(transaction, id);
    if (!type) throw missing();
    const changed = changedFields<OrganizationType>(type, changes);
    if (changed.length === 0) return type;
    await recordAuditEvent(transaction, {
      kind: "organization_type.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "organization_type", id, name: type.name }],
      metadata: { changed },
    });
    return updateOrganizationType(transaction, id, changes);
  });
}
