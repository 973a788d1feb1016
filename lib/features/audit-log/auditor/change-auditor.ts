import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { parseEmail } from "@/lib/core/users/email";
import {
  type Auditor,
  deleteAuditor,
  lockAuditor,
  writeAuditor,
} from "@/lib/features/audit-log/auditor/auditor-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Sets the recipient of the tenant's daily checkpoint; null removes it. The event leaves out the address:
 *  an auditor is not a user, so that no erasure would find the address in the trail.
 *  @returns whether anything changed
 *  @throws ServiceError `unprocessable` for an address that is not a valid one */
export async function changeAuditor(caller: Caller, auditor: Auditor | null): Promise<boolean> {
  if (auditor && !parseEmail(auditor.address))
    throw new ServiceError("unprocessable", {
      detail: "address: must be one that we can send email to.",
      says: { name: "addressUnusable" },
    });
  return inTransaction(caller, async (db) => {
    const before = await lockAuditor(db);
    const changed = before && auditor ? changedFields(before, auditor) : [];
    if (before && auditor ? changed.length === 0 : !before && !auditor) return false;
    if (auditor) await writeAuditor(db, auditor);
    else await deleteAuditor(db);
    await recordAuditEvent(db, {
      kind: auditor ? "audit_log.auditor_changed" : "audit_log.auditor_removed",
      actor: caller.actor,
      context: caller.context,
      metadata: changed.length > 0 ? { changed } : {},
    });
    return true;
  });
}
