import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { insertOrganizationType } from "@/lib/core/organization-types/organization-type-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Creates an organization type in the caller's environment.
 *  @throws ServiceError `conflict` when the key is taken in the environment */
export async function createOrganizationType(
  caller: Caller,
  input: { key: string; name: string },
): Promise<{ id: string; key: string; name: string }> {
  try {
    return await inTransaction(caller, async (db) => {
      const type = await insertOrganizationType(db, input);
      await recordAuditEvent(db, {
        kind: "organization_type.created",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "organization_type", id: type.id, name: type.name }],
      });
      return type;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", {
      detail: "key: another organization type of this environment has this key.",
      says: { name: "organizationTypeKeyTaken" },
    });
  }
}
