import { provenPasswordHash, recordFailedProof } from "@/lib/core/account-security/password-proof";
import { withinProofBudget } from "@/lib/core/account-security/proof-brake";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { hashPassword } from "@/lib/core/passwords/password-hash";
import { assertAcceptablePassword } from "@/lib/core/passwords/password-policy";
import { requireLiveSession } from "@/lib/core/sessions/live-session";
import type { SessionFacts, SessionKind } from "@/lib/core/sessions/session";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import { revokeTrustedDevices } from "@/lib/core/trusted-devices/revoke-trusted-devices";
import { endWithChangedPassword } from "@/lib/core/user-lifecycle/what-ends";
import { replacePasswordHash } from "@/lib/core/users/password-store";
import { findUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";
import { queueMail } from "@/lib/kernel/mail/queue-mail";

interface PasswordChange {
  sessionId: string;
  currentPassword: string;
  newPassword: string;
  /** Ends the user's other sessions, of every app and both kinds. */
  revokeOtherSessions: boolean;
  /** Ends the trust in devices that sign in without a second factor. */
  revokeTrustedDevices: boolean;
  kind?: SessionKind;
}

export interface ChangedPassword {
  at: Date;
  /** Number of other sessions that were ended. */
  revoked: number;
  /** Number of devices that are no longer trusted. */
  devicesRevoked: number;
}

/** Changes the password of a signed-in user who proves the present one, and notifies them by email.
 *  Earlier links and grants stop working: an attacker who holds one may be the reason for the change.
 *  @throws ServiceError with the session's terminal reason, `proof_rejected`, `rate_limited` once the
 *  budget of failed proofs is used up, `unprocessable` with what is wrong with the new password */
export async function changePassword(
  caller: Caller,
  input: PasswordChange,
): Promise<ChangedPassword> {
  const [facts, { name: tenantName }] = await inBatch(caller, (db) =>
    Promise.all([requireLiveSession(db, input.sessionId, input.kind), readTenant(db)]),
  );
  const who = { tenantId: caller.tenantId, userId: facts.user.id };
  return withinProofBudget(who, "password-change", async () => {
    const change = () => proveAndStore(caller, facts, input, tenantName);
    const first = await change();
    // The password matched a hash that has been replaced meanwhile, by a new password or by a sign-in that
    // turned an imported hash into one of ours: the hash that is in force now decides.
    const changed = first === "replaced" ? await change() : first;
    if (changed !== null && changed !== "replaced") return changed;
    await recordFailedProof(caller, "user.password_change_failed", facts, "password");
    return null;
  });
}

async function proveAndStore(
  caller: Caller,
  facts: SessionFacts,
  wanted: PasswordChange,
  tenantName: string,
): Promise<ChangedPassword | "replaced" | null> {
  const { user, policy } = facts;
  const proven = await provenPasswordHash(caller, facts, wanted.currentPassword);
  if (!proven) return null;
  const context = [user.email, user.displayName ?? "", tenantName];
  assertAcceptablePassword(wanted.newPassword, { minLength: policy.passwordMinLength, context });
  const next = await hashPassword(caller, wanted.newPassword);
  const changed = await inTransaction(caller, (db) =>
    store(db, caller, facts, { wanted, proven, next }),
  );
  return changed ?? "replaced";
}

async function store(
  db: Queryable,
  { actor, context }: Caller,
  { session, user }: SessionFacts,
  { wanted, proven, next }: { wanted: PasswordChange; proven: string; next: string },
): Promise<ChangedPassword | null> {
  const at = now();
  const replaced = { verified: proven, next, chosenAt: at };
  if (!(await replacePasswordHash(db, user.id, replaced))) return null;
  // The session may have been ended while the hashes were computed.
  await requireLiveSession(db, session.id, session.kind);
  const by = { actor, context, reason: "password_changed", at };
  const others = wanted.revokeOtherSessions ? { except: session.id } : null;
  const revoked = await endWithChangedPassword(db, user.id, others, by);
  const devicesRevoked = wanted.revokeTrustedDevices
    ? await revokeTrustedDevices(db, { userId: user.id }, by)
    : 0;
  await recordAuditEvent(db, {
    kind: "user.password_changed",
    actor,
    context,
    targets: [{ type: "user", id: user.id }],
    metadata: { sessions_revoked: revoked, devices_revoked: devicesRevoked },
    at,
  });
  await notify(db, user.id, context.ipAddress, at);
  return { at, revoked, devicesRevoked };
}

async function notify(
  db: Queryable,
  userId: string,
  ipAddress: string | null,
  at: Date,
): Promise<void> {
  const recipient = await findUser(db, userId);
  if (!recipient) throw missing();
  await queueMail(db, {
    to: recipient.email,
    userId: recipient.id,
    locale: recipient.locale,
    template: "password_changed",
    at,
    ipAddress,
    accountSecurityUrl: await accountSecurityUrl(db),
  });
}
