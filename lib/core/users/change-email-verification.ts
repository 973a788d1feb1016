import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  assertedByTenant,
  type EmailVerification,
  withdrawnByTenant,
} from "@/lib/core/users/email-verification";
import { verificationOf } from "@/lib/core/users/record-email-proof";
import { writeEmailVerification } from "@/lib/core/users/user-change-store";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Records or withdraws the tenant's assertion that a user's address is verified. Proof that the service
 *  obtained itself is unchanged by it (spec, Email verification evidence). Audited when it changes
 *  anything.
 *  @throws ServiceError `missing` */
export function changeEmailVerification(
  caller: Caller,
  id: string,
  verified: boolean,
): Promise<{ id: string; evidence: EmailVerification }> {
  return inTransaction(caller, async (db) => {
    const user = await lockUser(db, id);
    if (!user) throw missing();
    const at = now();
    const current = verificationOf(user);
    const evidence = verified ? assertedByTenant(current, at) : withdrawnByTenant(current);
    if (evidence.verified === current.verified) return { id, evidence: current };
    await writeEmailVerification(db, id, evidence);
    await recordAuditEvent(db, {
      kind: verified ? "user.email_verified" : "user.email_verification_withdrawn",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "user", id }],
      metadata: { method: "tenant_asserted" },
      at,
    });
    return { id, evidence };
  });
}
