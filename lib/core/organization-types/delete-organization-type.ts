import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  countTypeUses,
  deleteOrganizationTypeRow,
  lockOrganizationType,
} from "@/lib/core/organization-types/organization-type-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Deletes an organization type that no organization has and no app names. The lock on its row stops
 *  parallel assignments of the type.
 *  @throws ServiceError `missing`, or `conflict` for one in use */
export async function deleteOrganizationType(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const type = await lockOrganizationType(db, id);
    if (!type) throw missing();
    const { organizations, apps } = await countTypeUses(db, type);
    // An app without its only allowed type would admit no organization, or, with an empty list, every one.
    if (organizations + apps > 0)
      throw new ServiceError("conflict", {
        detail: `id: ${organizations} organization(s) have this type and ${apps} app(s) allow this type; change these organizations and apps first.`,
        says: { name: "organizationTypeInUse", organizations, apps },
      });
    await deleteOrganizationTypeRow(db, id);
    await recordAuditEvent(db, {
      kind: "organization_type.deleted",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "organization_type", id, name: type.name }],
      metadata: { key: type.key },
    });
  });
}
