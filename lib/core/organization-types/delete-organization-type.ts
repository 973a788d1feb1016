import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  countTypeUses,
  deleteOrganizationTypeRow,
  lockOrganizationType,
} from "@/lib/core/organization-types/organization-type-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Deletes an organization type that no organization is of and that no app names. The lock on its row keeps an
 *  organization from becoming of it meanwhile.
 *  @throws ServiceError `missing`, or `conflict` for one in use */
export async function deleteOrganizationType(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const type = await lockOrganizationType(db, id);
    if (!type) throw missing();
    const { organizations, apps } = await countTypeUses(db, type);
    // An app whose only allowed type went away would allow nobody, or, had it been emptied, everybody.
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
