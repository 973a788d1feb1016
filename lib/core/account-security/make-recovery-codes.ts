import { provenUser } from "@/lib/core/account-security/proven-user";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { renewRecoveryCodes } from "@/lib/core/factors/recovery-code-factor";
import { notifyFactorChange } from "@/lib/core/factors/tell-of-factors";
import type { SessionKind } from "@/lib/core/sessions/session";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Makes new recovery codes for the user of a session; the previous ones stop working.
 *  @returns the codes, which are stored nowhere
 *  @throws ServiceError as `provenUser` does, `unprocessable` for a user without a passkey or an app, who
 *  has nothing to recover */
export function makeRecoveryCodes(
  caller: Caller,
  sessionId: string,
  kind: SessionKind = "direct",
): Promise<string[]> {
  return inTransaction(caller, async (db) => {
    const { user } = await provenUser(db, sessionId, kind);
    const at = now();
    if (user.factorTypes.length === 0)
      throw new ServiceError("unprocessable", {
        detail: "Add a passkey or an authenticator app first.",
      });
    const codes = await renewRecoveryCodes(db, user.id, at);
    const { actor, context } = caller;
    await recordAuditEvent(db, {
      kind: "recovery_codes.created",
      actor,
      context,
      targets: [{ type: "user", id: user.id }],
      metadata: { count: codes.length },
      at,
    });
    await notifyFactorChange(db, user, { occasion: "recovery_codes_made" }, context, at);
    return codes;
  });
}
