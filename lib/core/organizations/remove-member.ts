import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { deleteMembership } from "@/lib/core/memberships/membership-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Removes a user from an organization. No token is minted or refreshed for it from now on; sessions
 *  belong to the user and continue.
 *  @throws ServiceError `missing` when the user is no member of an organization of this environment */
export async function removeMember(
  caller: Caller,
  organizationId: string,
  userId: string,
): Promise<void> {
  await inTransaction(caller, async (db) => {
    if (!(await deleteMembership(db, organizationId, userId))) throw missing();
    await recordAuditEvent(db, {
      kind: "membership.removed",
      actor: caller.actor,
      context: caller.context,
      targets: [
        { type: "user", id: userId },
        { type: "organization", id: organizationId },
      ],
    });
  });
}
