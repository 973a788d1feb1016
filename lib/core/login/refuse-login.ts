import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { LoginChannel } from "@/lib/core/login/completed-login";
import { countLoginFailure, type LoginLease } from "@/lib/core/login/login-leases";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { ServiceError } from "@/lib/kernel/errors";
import type { SignInFactor } from "@/lib/kernel/process/counters";

/** The only response to a password or code that was not accepted, for any cause. */
export function credentialsRejected(): ServiceError {
  return new ServiceError("invalid_credentials", { detail: "The credentials were not accepted." });
}

/** Counts a failed login, records it, and throws the only response. The event has the same shape for known
 *  and unknown addresses; only an existing user can be named in it.
 *  @throws ServiceError `invalid_credentials`, always */
export async function refuseLogin(
  caller: Caller,
  leases: readonly LoginLease[],
  about: {
    userId: string | null;
    method: SignInFactor;
    channel: LoginChannel;
    at: Date;
  },
): Promise<never> {
  const event = {
    actor: caller.actor,
    context: caller.context,
    targets: about.userId ? [{ type: "user", id: about.userId }] : [],
    at: about.at,
  };
  const metadata = { channel: about.channel, method: about.method };
  const [locked] = await inBatch(caller, (db) =>
    Promise.all([
      countLoginFailure(db, leases),
      recordAuditEvent(db, { kind: "login.failed", ...event, metadata }),
    ]),
  );
  const lockedBy = (brake: LoginLease["kind"]) =>
    ({ kind: "login.locked", ...event, metadata: { ...metadata, brake } }) as const;
  if (locked.length > 0)
    await inBatch(caller, (db) =>
      Promise.all(locked.map((brake) => recordAuditEvent(db, lockedBy(brake)))),
    );
  throw credentialsRejected();
}
