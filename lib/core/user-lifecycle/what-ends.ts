import { endUserPayloads } from "@/lib/core/oidc-payloads/ended-payload-store";
import { withdrawEverySecret } from "@/lib/core/one-time/one-time-store";
import { withdrawLoginCodes } from "@/lib/core/one-time-codes/login-code-store";
import { type Ending, endSessions } from "@/lib/core/sessions/end-sessions";
import { revokeTrustedDevices } from "@/lib/core/trusted-devices/revoke-trusted-devices";
import type { Queryable } from "@/lib/kernel/db/queryable";

// Ends dependent access in the transaction that ends a user's access or password. The caller must hold the
// user's row lock, so that no parallel sign-in is missed. Access that ends with an address, which includes no
// session, is in move-address.

/** Ends everything that lets a user in, when the user is suspended or deleted: sessions direct and hosted
 *  (relying parties are notified by back-channel logout), the provider's grants and refresh tokens,
 *  trusted devices, and every open link, grant and code. */
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

/** Ends all access when a link replaces the password: an attacker may know the old one, so nothing that
 *  started with it continues. */
export async function endWithPassword(db: Queryable, userId: string, by: Ending): Promise<void> {
  await endSessions(db, { userId }, by);
  await revokeTrustedDevices(db, { userId }, by);
  await withdrawEverything(db, userId, by.at);
}

/** Ends access when a user changes the password in a session: links, grants and codes of logins, because
 *  an attacker who holds one may be the reason for the change. Codes of step-ups stay, and so do devices
 *  unless the user revokes them too.
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
