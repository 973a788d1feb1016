import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { taken } from "@/lib/core/organizations/create-organization";
import type { Organization, OrganizationFields } from "@/lib/core/organizations/organization";
import {
  findOrganization,
  lockOrganization,
  takenField,
  writeOrganizationFields,
} from "@/lib/core/organizations/organization-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Changes the name, slug or external id of an organization, in all environments of the tenant.
 *  @throws ServiceError `missing`, or `conflict` for a slug or external id that is taken */
export async function changeOrganization(
  caller: Caller,
  id: string,
  changes: Partial<OrganizationFields>,
): Promise<Organization> {
  try {
    return await inTransaction(caller, async (db) => {
      const stored = await lockOrganization(db, id);
      if (!stored) throw missing();
      const changed = changedFields<OrganizationFields>(stored, changes);
      if (changed.length === 0) return stored;
      const field = await takenField(db, id, changes);
      if (field) throw taken(field);
      const next = Object.fromEntries(changed.map((name) => [name, changes[name]]));
      await writeOrganizationFields(db, id, { ...stored, ...next });
      await recordAuditEvent(db, {
        kind: "organization.updated",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "organization", id, name: stored.name }],
        metadata: { changed },
      });
      return (await findOrganization(db, id)) ?? stored;
    });
  } catch (error) {
    // Another request took it between the lookup and the write; a retry names the field.
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", {
      detail:
        "slug, external_id: another organization of this tenant has the same slug or external_id.",
      says: { name: "organizationSlugOrExternalIdTaken" },
    });
  }
}
