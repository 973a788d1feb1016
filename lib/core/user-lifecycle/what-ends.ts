import { endUserPayloads } from "@/lib/core/oidc-payloads/ended-payload-store";
import { withdrawEverySecret } from "@/lib/core/one-time/one-time-store";
import { withdrawLoginCodes } from "@/lib/core/one-time-codes/login-code-store";
import { type Ending, endSessions } from "@/lib/core/sessions/end-sessions";
import { revokeTrustedDevices } from "@/lib/core/trusted-devices/revoke-trusted-devices";
import type { Queryable } from "@/lib/kernel/db/queryable";

// What ends with what is a user's, in the transaction that ends it. The user's row must be held, so that no sign-in
// slips in between. What ends with an address, which is no session, is said where the address moves (move-address).

/** What ends with a user's access, when a user is suspended or deleted: everything that lets a user in. Sessions direct
 *  and hosted (relying parties are told by back-channel logout), the provider's grants and refresh tokens, trusted
 *  devices, and every link, grant and code that is still out. */
export async function endWithAccess(
  db: Queryable,
  userId: string,
  by: Ending,
): Promise<{ sessions: number; devices: number }> {
  const sessions = await endSessions(db, { userId }, by);
  await endUserPayloads(db, userId);
  const devices = await revokeTrustedDevices(db, { userId }, by);
  await withdrawEverything(db, userId, by.at);
  return { sessions, devices };
}

/** What ends with a password that a link replaces: somebody else may know it, so nothing that began with it goes on. */
export async function endWithPassword(db: Queryable, userId: string, by: Ending): Promise<void> {
  await endSessions(db, { userId }, by);
  await revokeTrustedDevices(db, { userId }, by);
  await withdrawEverything(db, userId, by.at);
}

/** What ends with a password that its user changes in a session: links, grants and codes of logins, because whoever
 *  held one may be why it changes. Codes of step-ups stay, and so do devices unless the user forgets them with it.
 *  @param others the session that stays when the user ends the other ones; null leaves all of them
 *  @returns how many sessions were ended */
export async function endWithChangedPassword(
  db: Queryable,
  userId: string,
  others: { except: string } | null,
  by: Ending,
): Promise<number> {
  await Promise.all([
    withdrawEverySecret(db, userId, by.at),
    withdrawLoginCodes(db, { userId, purpose: "login" }, by.at),
  ]);
  return others ? endSessions(db, { userId, ...others }, by) : 0;
}

async function withdrawEverything(db: Queryable, userId: string, at: Date): Promise<void> {
  await Promise.all([withdrawEverySecret(db, userId, at), withdrawLoginCodes(db, { userId }, at)]);
}
