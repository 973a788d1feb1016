import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { removeOperatorRow } from "@/lib/core/platform/operator-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { emailKeyOf } from "@/lib/core/users/email";
import { findUserByEmail } from "@/lib/core/users/user-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Ends an operator's rights from their next page on. Their administration of tenants stays. The last one
 *  may be removed too: the command line invites another.
 *  @throws ServiceError `missing` when no operator has the address */
export async function removeOperator(
  by: { actor: Actor; context: RequestContext },
  email: string,
): Promise<void> {
  const platform = await readPlatform();
  if (!platform) throw missing();
  await inTransaction(platform, async (db) => {
    const user = await findUserByEmail(db, emailKeyOf(email));
    if (!user || !(await removeOperatorRow(db, user.id, now()))) throw missing();
    await recordAuditEvent(db, {
      kind: "operator.removed",
      actor: by.actor,
      context: by.context,
      targets: [{ type: "operator", id: user.id, name: user.email }],
    });
  });
}
