import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { missing } from "@/lib/errors";
import { type Ending, endSessions } from "@/lib/sessions/end-sessions";
import { revokeTrustedDevices } from "@/lib/trusted-devices/revoke-trusted-devices";
import { lockUser } from "@/lib/users/user-store";

/** Signs a user out everywhere: all sessions, direct and hosted, with the relying parties told. They may sign in
 *  again at once.
 *  @returns how many sessions were ended
 *  @throws ServiceError `missing` */
export function endUserSessions(caller: Caller, userId: string): Promise<number> {
  return forUser(caller, userId, (transaction, by) => endSessions(transaction, { userId }, by));
}

/** Forgets every device that a user trusted: the next sign-in asks for a code again where the policy says so.
 *  @returns how many were trusted
 *  @throws ServiceError `missing` */
export function forgetUserDevices(caller: Caller, userId: string): Promise<number> {
  return forUser(caller, userId, (transaction, by) =>
    revokeTrustedDevices(transaction, { userId }, by),
  );
}

function forUser(
  caller: Caller,
  userId: string,
  work: (transaction: TenantTransaction, by: Ending) => Promise<number>,
): Promise<number> {
  const { actor, context } = caller;
  return inTenant(caller, async (transaction) => {
    if (!(await lockUser(transaction, userId))) throw missing();
    return work(transaction, { actor, context, reason: "ended_by_administrator", at: now() });
  });
}
