import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import { type Caller, noRequest } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { accountBrakes, platformBrakes, tenantBrakes } from "@/lib/login/login-brake";
import { clearFailures, readSecondsLocked } from "@/lib/rate-limits/bucket-store";
import { readSecurityPolicy } from "@/lib/security-policy/security-policy-store";
import { listLiveTrustedDevices } from "@/lib/trusted-devices/trusted-device-store";
import { emailKeyOf } from "@/lib/users/email";
import { lockUser } from "@/lib/users/user-store";

/** What an account was freed of. */
export interface Unlocked {
  wasLocked: boolean;
  /** The failed logins that counted until now. */
  failures: number;
}

/** Forgets the failed logins of an account, by address and by each of the user's trusted devices: the platform's brake
 *  and the tenant's lockout end, and the next failure is the first. The brake of a network stays, because it is about
 *  others too. Where nothing counted, nothing is audited.
 *  @throws ServiceError `missing` */
export function unlockAccount(caller: Caller, userId: string): Promise<Unlocked> {
  return inTransaction(caller, async (db) => {
    const user = await lockUser(db, userId);
    if (!user) throw missing();
    const at = now();
    const policy = await readSecurityPolicy(db);
    const devices = await listLiveTrustedDevices(db, user.id, at);
    const emailKey = emailKeyOf(user.email);
    const brakes = [
      ...accountBrakes({ ...caller, context: noRequest }, policy, user.email),
      ...devices
        .map(({ id }) => ({ emailKey, deviceId: id }))
        .flatMap((subject) => [
          ...platformBrakes(caller, noRequest, subject),
          ...tenantBrakes(caller, policy, subject),
        ]),
    ];
    const wasLocked = (await readSecondsLocked(db, brakes)) !== null;
    const failures = await clearFailures(db, brakes);
    if (failures > 0)
      await recordAuditEvent(db, {
        kind: "user.unlocked",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "user", id: user.id }],
        metadata: { failures, was_locked: wasLocked },
        at,
      });
    return { wasLocked, failures };
  });
}
