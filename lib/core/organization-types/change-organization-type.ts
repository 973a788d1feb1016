import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  lockOrganizationType,
  type OrganizationType,
  renameOrganizationType,
} from "@/lib/core/organization-types/organization-type-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Changes the name of an organization type. Its key stays: apps allow types by key.
 *  @throws ServiceError `missing` */
export function changeOrganizationType(
  caller: Caller,
  id: string,
  changes: { name?: string },
): Promise<OrganizationType> {
  return inTransaction(caller, async (db) => {
    const type = await lockOrganizationType(db, id);
    if (!type) throw missing();
    const { name = type.name } = changes;
    const changed = changedFields<OrganizationType>(type, changes);
    if (changed.length === 0) return type;
    await recordAuditEvent(db, {
      kind: "organization_type.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "organization_type", id, name: type.name }],
      metadata: { changed },
    });
    await renameOrganizationType(db, id, name);
    return { ...type, name };
  });
}
