import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { accountBrakes, platformBrakes, tenantBrakes } from "@/lib/core/login/login-brake";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { listLiveTrustedDevices } from "@/lib/core/trusted-devices/trusted-device-store";
import { emailKeyOf } from "@/lib/core/users/email";
import { lockUser } from "@/lib/core/users/user-store";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";
import { clearFailures, readSecondsLocked } from "@/lib/kernel/rate-limits/bucket-store";

/** Result of unlocking an account. */
export interface Unlocked {
  wasLocked: boolean;
  /** Number of failed logins that counted until now. */
  failures: number;
}

/** Resets the failed logins of an account, by address and by each of the user's trusted devices: the
 *  platform's brake and the tenant's lockout end, and the next failure is the first. The brake of a
 *  network stays, because it concerns others too. When nothing counted, nothing is audited.
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
