import { forAccount } from "@/lib/core/account-security/for-account";
import { endSessions } from "@/lib/core/sessions/end-sessions";
import { type AccountOwner, findAccountSession } from "@/lib/core/sessions/open-session-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { missing } from "@/lib/kernel/errors";

/** Ends one session of a user by its account-session handle.
 *  @returns 1, or 0 without an audit event when it had ended already
 *  @throws ServiceError `missing` for an invalid pair of user and app, and for a handle that is not one of
 *  its sessions */
export function revokeAccountSession(
  caller: Caller,
  owner: AccountOwner,
  handle: string,
): Promise<number> {
  const { actor, context } = caller;
  const at = now();
  return forAccount(caller, owner, async (db) => {
    const session = await findAccountSession(db, owner, handle, at);
    if (!session) throw missing();
    const which = { userId: owner.userId, sessionIds: [session.id] };
    return endSessions(db, which, { actor, context, reason: "account_security", at });
  });
}
