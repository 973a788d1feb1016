import { extensions, type PasswordSource } from "@/lib/core/extensions";
import type { FactorMethod } from "@/lib/core/factors/factor";
import { admitLogin, type Proven } from "@/lib/core/login/admit-login";
import type { LoginChannel, LoginOutcome } from "@/lib/core/login/completed-login";
import { inLoginQueue, platformBrakes, tenantBrakes } from "@/lib/core/login/login-brake";
import {
  assertEachLeased,
  type LoginLease,
  releasedOnError,
  takeLoginLeases,
} from "@/lib/core/login/login-leases";
import {
  type LoginSubject,
  type PresentedLogin,
  readLoginSubject,
} from "@/lib/core/login/login-subject-store";
import { observedSignIn } from "@/lib/core/login/observed-sign-in";
import { refuseLogin } from "@/lib/core/login/refuse-login";
import { hashPassword, verifyPassword } from "@/lib/core/passwords/password-hash";
import { emailKeyOf } from "@/lib/core/users/email";
import { findFrequentHash } from "@/lib/core/users/imported-hash-store";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { withinHashCapacity } from "@/lib/kernel/process/hash-capacity";

interface PasswordAttempt {
  email: string;
  password: string;
  trustedDeviceToken: string | null;
  channel: LoginChannel;
  /** The second factor that the user prefers, if one is required; null for the strongest. */
  method?: FactorMethod | null;
}

/** An attempt before its password is verified. */
type Unproven = Omit<Proven, "subject" | "verified" | "rehashed"> & {
  subject: LoginSubject | null;
  password: string;
  /** A hash of the kind that is frequent among the imported ones. */
  decoy: string | null;
};

/** An attempt whose leases are taken. */
interface LeasedAttempt {
  presented: PresentedLogin;
  unproven: Unproven;
  leases: LoginLease[];
  /** Verifies a password that the service has no hash for. */
  passwordSource: PasswordSource | null;
}

/** The password stage of a login. A failing attempt costs the same work for an unknown user, a user
 *  without a password and a user who may not sign in: one read, one lease per brake, the same hashing, one
 *  event. Parallel attempts of one account wait for each other; meanwhile they occupy no hashing slot.
 *  When the environment has another source of passwords, it is queried before an attempt fails for which
 *  the service has no hash: the time this takes discloses which users have one here
 *  (docs/THREAT-MODEL.md).
 *  @throws ServiceError `invalid_credentials`, `login_temporarily_locked`, `service_overloaded` */
export function preflight(caller: Caller, attempt: PasswordAttempt): Promise<LoginOutcome> {
  const queueSubject = { email: attempt.email, token: attempt.trustedDeviceToken };
  const stage = { channel: attempt.channel, factor: "password" } as const;
  return observedSignIn(caller, stage, () =>
    inLoginQueue(caller, queueSubject, () => attemptLogin(caller, attempt)),
  );
}

async function attemptLogin(caller: Caller, attempt: PasswordAttempt): Promise<LoginOutcome> {
  const { begun, outcome } = await withinHashCapacity(caller, () => tryPassword(caller, attempt));
  if (outcome) return outcome;
  const { unproven, leases } = begun;
  return (
    (await tryPasswordSource(caller, attempt, begun)) ??
    refuseLogin(caller, leases, {
      userId: unproven.subject?.user.id ?? null,
      method: "password",
      channel: attempt.channel,
      at: unproven.at,
    })
  );
}

async function tryPassword(
  caller: Caller,
  attempt: PasswordAttempt,
): Promise<{ begun: LeasedAttempt; outcome: LoginOutcome | null }> {
  const at = now();
  const { email, method = null, ...rest } = attempt;
  const presented = {
    emailKey: emailKeyOf(email),
    deviceTokenHash: hashSecret(attempt.trustedDeviceToken ?? ""),
    challengeHash: hashSecret(""),
  };
  const { leases, passwordSource, ...read } = await begin(caller, attempt, presented, at);
  const unproven = { ...rest, ...read, method, at };
  const outcome = await releasedOnError(leases, () => judge(caller, presented, unproven, leases));
  return { begun: { presented, unproven, leases, passwordSource }, outcome };
}

/** Queries the environment's other source of passwords when the service has no hash of its own. It
 *  occupies no hashing slot, because it may be slow.
 *  @returns null when the attempt is refused */
async function tryPasswordSource(
  caller: Caller,
  attempt: PasswordAttempt,
  { presented, unproven, leases, passwordSource }: LeasedAttempt,
): Promise<LoginOutcome | null> {
  if (!passwordSource || typeof unproven.subject?.user.passwordHash === "string") return null;
  return releasedOnError(leases, async () => {
    if (!(await passwordSource(caller, attempt))) return null;
    const at = now();
    const { subject } = await inBatch(caller, (db) => readLoginSubject(db, presented, at));
    return withinHashCapacity(caller, () =>
      judge(caller, presented, { ...unproven, subject, at }, leases),
    );
  });
}

/** Reads the subject of the attempt and takes its leases, in one message. The exceptions are a trusted
 *  device, which has leases of its own, and a tenant with its own lockout. */
async function begin(
  caller: Caller,
  { trustedDeviceToken }: PasswordAttempt,
  presented: PresentedLogin,
  at: Date,
) {
  const { emailKey } = presented;
  const brakesOf = (deviceId: string | null) =>
    platformBrakes(caller, caller.context, { emailKey, deviceId });
  const known = trustedDeviceToken === null ? brakesOf(null) : [];
  const [{ subject, policy }, decoy, passwordSource, first] = await inBatch(caller, (db) =>
    Promise.all([
      readLoginSubject(db, presented, at),
      findFrequentHash(db),
      findPasswordSource(db),
      takeLoginLeases(db, known),
    ]),
  );
  await assertEachLeased(known, first);
  const deviceId = subject?.deviceId ?? null;
  const later = tenantBrakes(caller, policy, { emailKey, deviceId });
  if (known.length === 0) later.unshift(...brakesOf(deviceId));
  const leases = [...first, ...(await inBatch(caller, (db) => takeLoginLeases(db, later)))];
  await assertEachLeased([...known, ...later], leases);
  return { subject, policy, decoy, leases, passwordSource };
}

/** Finds the first other source of passwords that the environment has. */
async function findPasswordSource(db: Queryable): Promise<PasswordSource | null> {
  const found = await Promise.all(
    extensions().map(({ findPasswordSource: find }) => find?.(db) ?? null),
  );
  return found.find((source) => source !== null) ?? null;
}

/** Verifies the password.
 *  @returns null when it is refused */
async function judge(
  caller: Caller,
  presented: PresentedLogin,
  unproven: Unproven,
  leases: readonly LoginLease[],
): Promise<LoginOutcome | null> {
  const outcome = await holdAgainstStored(caller, unproven, leases);
  if (outcome !== "changed") return outcome;
  // The password matched a hash that has been replaced meanwhile: by a new password, or by another sign-in of
  // the same user that turned an imported hash into one of ours. The hash that is in force now decides.
  const { subject } = await inBatch(caller, (db) => readLoginSubject(db, presented, unproven.at));
  const again = await holdAgainstStored(caller, { ...unproven, subject }, leases);
  return again === "changed" ? null : again;
}

async function holdAgainstStored(
  caller: Caller,
  { subject, password, decoy, ...rest }: Unproven,
  leases: readonly LoginLease[],
): Promise<LoginOutcome | "changed" | null> {
  // No password is right for a user who may not sign in: the refusal then costs the same as every other.
  const stored = subject && maySignIn(subject.user) ? subject.user.passwordHash : null;
  const proof = await verifyPassword(caller, stored, password, decoy);
  if (!proof.correct || !subject || stored === null) return null;
  const rehashed = proof.rehash ? await hashPassword(caller, password) : null;
  const proven = { ...rest, subject, verified: stored, rehashed };
  return (await admitLogin(caller, proven, leases)) ?? "changed";
}
