import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { deleteMembership } from "@/lib/organizations/memberships/membership-store";

/** Takes a user out of an organization. No token is minted or refreshed for it from now on; sessions belong
 *  to the user and go on.
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
