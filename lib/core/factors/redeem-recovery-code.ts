import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { recoveryCodeHash } from "@/lib/core/factors/recovery-code";
import { countRecoveryCodes, spendRecoveryCode } from "@/lib/core/factors/recovery-code-store";
import { notifyFactorChange } from "@/lib/core/factors/tell-of-factors";
import type { User } from "@/lib/core/users/user";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Redeems a recovery code, once, and notifies the user: a user who has lost no device should learn that
 *  an attacker has a code.
 *  @returns false for one that is wrong or was used */
export async function redeemRecoveryCode(
  db: Queryable,
  user: Pick<User, "id" | "email" | "locale">,
  code: string,
  { actor, context, at }: { actor: Actor; context: RequestContext; at: Date },
): Promise<boolean> {
  if (!(await spendRecoveryCode(db, user.id, recoveryCodeHash(user.id, code), at))) return false;
  const left = await countRecoveryCodes(db, user.id);
  await recordAuditEvent(db, {
    kind: "recovery_code.used",
    actor,
    context,
    targets: [{ type: "user", id: user.id }],
    metadata: { left },
    at,
  });
  await notifyFactorChange(db, user, { occasion: "recovery_code_used", left }, context, at);
  return true;
}
