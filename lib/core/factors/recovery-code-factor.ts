import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type {
  ChallengeRequest,
  PresentedCode,
  Redeemer,
  TypedFactor,
} from "@/lib/core/factors/factor";
import { openChallenge } from "@/lib/core/factors/issue-code";
import {
  newRecoveryCodes,
  RECOVERY_CODE_DIGITS,
  recoveryCodeHash,
} from "@/lib/core/factors/recovery-code";
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from "@/lib/core/factors/recovery-code-store";
import { notifyFactorChange } from "@/lib/core/factors/tell-of-factors";
import type { User } from "@/lib/core/users/user";
import type { Queryable } from "@/lib/kernel/db/queryable";

const amr = ["otp", "mfa"];

/** A recovery code, which stands in for the other factors of a user who has lost them. */
export const recoveryCode = {
  method: "recovery_code",
  signInName: "recovery_code",
  stepUpName: "recovery_code",
  digits: RECOVERY_CODE_DIGITS,
  amr,
  begin: async (db: Queryable, request: ChallengeRequest) => ({
    type: "recovery_code",
    ...(await openChallenge(db, request)),
    codeLength: RECOVERY_CODE_DIGITS,
  }),
  verify: async ({ code }: Pick<PresentedCode, "code">) => ({
    amr,
    redeem: (db, user, by) => redeemRecoveryCode(db, user, code, by),
  }),
} satisfies TypedFactor<"recovery_code">;

/** Redeems a recovery code, once, and notifies the user: a user who has lost no device should learn that
 *  an attacker has a code.
 *  @returns false for one that is wrong or was used */
async function redeemRecoveryCode(
  db: Queryable,
  user: Pick<User, "id" | "email" | "locale">,
  code: string,
  { actor, context, at }: Redeemer,
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

/** Makes new recovery codes; the previous ones stop working. The caller must hold the user's row lock.
 *  @returns the codes, which are stored nowhere */
export async function renewRecoveryCodes(
  db: Queryable,
  userId: string,
  at: Date,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(userId, code));
  await replaceRecoveryCodes(db, userId, hashes, at);
  return codes;
}
