import { forAccount } from "@/lib/account-security/for-account";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { missing } from "@/lib/errors";
import { isId } from "@/lib/ids";
import type { AccountOwner } from "@/lib/sessions/open-session-store";
import { deleteFactor, listFactors } from "@/lib/users/factors/factor-store";
import { deleteRecoveryCodes } from "@/lib/users/factors/recovery-code-store";
import { tellOfFactors } from "@/lib/users/factors/tell-of-factors";
import { lockUser } from "@/lib/users/user-store";

/** Takes a factor from a user, and with the last one the recovery codes, which would have nothing to recover. The user
 *  is told by email. Who calls has made sure that it is the user's wish, by a fresh proof.
 *  @returns how many were taken: one
 *  @throws ServiceError `missing` for a factor that is not this user's */
export function revokeFactor(caller: Caller, owner: AccountOwner, id: string): Promise<number> {
  return forAccount(caller, owner, async (db) => {
    const user = await lockUser(db, owner.userId);
    const factor = user && isId(id) ? await deleteFactor(db, user.id, id) : null;
    if (!user || !factor) throw missing();
    const at = now();
    if ((await listFactors(db, user.id)).length === 0) await deleteRecoveryCodes(db, user.id);
    const { actor, context } = caller;
    await recordAuditEvent(db, {
      kind: "factor.removed",
      actor,
      context,
      targets: [
        { type: "user", id: user.id },
        { type: "factor", id },
      ],
      metadata: { type: factor.type, name: factor.name },
      at,
    });
    const about = { occasion: `${factor.type}_removed`, factorName: factor.name } as const;
    await tellOfFactors(db, user, about, context, at);
    return 1;
  });
}
