import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { EnrolmentToken } from "@/lib/core/enrolment/enrolment-token";
import {
  findEnrolmentToken,
  revokeEnrolmentTokenRow,
} from "@/lib/core/enrolment/enrolment-token-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Ends an enrolment token for good. Installations that enrolled with it stay. Revoking it again changes
 *  nothing.
 *  @throws ServiceError `missing` when the environment has none with this id */
export function revokeEnrolmentToken(caller: Caller, id: string): Promise<EnrolmentToken> {
  return inTransaction(caller, async (db) => {
    const [revoked, token] = await Promise.all([
      revokeEnrolmentTokenRow(db, id, now()),
      findEnrolmentToken(db, id),
    ]);
    if (!token) throw missing();
    if (revoked)
      await recordAuditEvent(db, {
        kind: "enrolment_token.revoked",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "enrolment_token", id, name: token.name }],
      });
    return token;
  });
}
