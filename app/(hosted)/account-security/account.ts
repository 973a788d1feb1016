import type { SignedIn } from "@/app/(hosted)/account-security/signed-in";
import { type AccountEvent, listAccountEvents } from "@/lib/core/audit/account-event-store";
import { listFactors } from "@/lib/core/factors/factor-store";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { countRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { type AccountSession, listAccountSessions } from "@/lib/core/sessions/open-session-store";
import type { TrustedDevice } from "@/lib/core/trusted-devices/trusted-device";
import { listLiveTrustedDevices } from "@/lib/core/trusted-devices/trusted-device-store";
import { findUser } from "@/lib/core/users/user-store";
import { minutesAfter, now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

/** Account as its user sees it. */
export interface Account {
  email: string;
  sessionId: string;
  sessions: AccountSession[];
  devices: TrustedDevice[];
  /** Id of the trusted device of this session; null when it is not trusted. */
  trustedDeviceId: string | null;
  events: AccountEvent[];
  factors: OwnedFactor[];
  recoveryCodesLeft: number;
  policy: SecurityPolicy;
}

const EVENT_DAYS = 30;

/** Reads a user's account, in one message to the database.
 *  @throws ServiceError `missing` for a deleted user */
export async function readAccount({ caller, owner, sessionId }: SignedIn): Promise<Account> {
  const since = minutesAfter(now(), -EVENT_DAYS * 24 * 60);
  const [user, sessions, devices, events, factors, recoveryCodesLeft, policy] = await inBatch(
    caller,
    (db) =>
      Promise.all([
        findUser(db, owner.userId),
        listAccountSessions(db, owner, now()),
        listLiveTrustedDevices(db, owner.userId, now()),
        listAccountEvents(db, owner.userId, { since, limit: 10 }),
        listFactors(db, owner.userId),
        countRecoveryCodes(db, owner.userId),
        readSecurityPolicy(db),
      ]),
  );
  if (!user) throw missing();
  const current = sessions.find(({ id }) => id === sessionId);
  const trustedDeviceId = current?.trustedDeviceId ?? null;
  return {
    email: user.email,
    sessionId,
    sessions,
    devices,
    trustedDeviceId,
    events,
    factors,
    recoveryCodesLeft,
    policy,
  };
}
