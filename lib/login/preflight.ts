import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { admitLogin, type Proven } from "@/lib/login/admit-login";
import type { LoginChannel, LoginOutcome } from "@/lib/login/completed-login";
import {
  inLoginTurn,
  type LoginSlots,
  platformBrakes,
  slotsTaken,
  takeLoginSlots,
  takingSlots,
  tenantBrakes,
} from "@/lib/login/login-brake";
import {
  type LoginSubject,
  type PresentedLogin,
  readLoginSubject,
} from "@/lib/login/login-subject-store";
import { refuseLogin } from "@/lib/login/refuse-login";
import { hashPassword, verifyPassword, withinHashCapacity } from "@/lib/passwords/password-hash";
import { emailKeyOf } from "@/lib/users/email";

interface PasswordAttempt {
  email: string;
  password: string;
  trustedDeviceToken: string | null;
  channel: LoginChannel;
}

/** An attempt before its password was looked at. */
type Unproven = Omit<Proven, "subject" | "verified" | "rehashed"> & {
  subject: LoginSubject | null;
  password: string;
};

/** The password stage of a login. Whoever fails costs the same work, whether there is such a user, whether it
 *  has a password, and whether it may sign in: one read, one slot a brake, one password hash, one event. Attempts
 *  of one account that come together wait for each other; while they do, they hold no place of those who hash.
 *  @throws ServiceError `invalid_credentials`, `login_temporarily_locked`, `service_overloaded` */
export function preflight(caller: Caller, attempt: PasswordAttempt): Promise<LoginOutcome> {
  const whose = { email: attempt.email, token: attempt.trustedDeviceToken };
  return inLoginTurn(caller, whose, () =>
    withinHashCapacity(caller, () => tryPassword(caller, attempt)),
  );
}

async function tryPassword(caller: Caller, attempt: PasswordAttempt): Promise<LoginOutcome> {
  const at = now();
  const { email, ...rest } = attempt;
  const presented = {
    emailKey: emailKeyOf(email),
    deviceTokenHash: hashSecret(attempt.trustedDeviceToken ?? ""),
    challengeHash: hashSecret(""),
  };
  const { subject, policy, slots } = await begin(caller, attempt, presented, at);
  const unproven = { ...rest, subject, policy, at };
  const outcome = await judge(caller, presented, unproven, slots);
  return (
    outcome ??
    refuseLogin(caller, slots, {
      userId: subject?.user.id ?? null,
      method: "password",
      channel: attempt.channel,
      at,
    })
  );
}

/** Reads whom the attempt is about and takes its slots, in one round trip: unless a trusted device is presented,
 *  whose own slots they are, or the tenant has a lockout of its own. */
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
  const along = takingSlots(known);
  const { subject, policy, answers } = await readLoginSubject(caller, presented, at, along);
  const deviceId = subject?.deviceId ?? null;
  const { held } = await slotsTaken(known, answers);
  const left = tenantBrakes(caller, policy, { emailKey, deviceId });
  if (known.length === 0) left.unshift(...brakesOf(deviceId));
  return { subject, policy, slots: await takeLoginSlots(left, { held }) };
}

/** Looks at the password. Slots are given back unless it is refused.
 *  @returns null when it is */
async function judge(
  caller: Caller,
  presented: PresentedLogin,
  unproven: Unproven,
  slots: LoginSlots,
): Promise<LoginOutcome | null> {
  try {
    const outcome = await holdAgainstStored(caller, unproven, slots);
    if (outcome !== "changed") return outcome;
    // It was right for a hash that has been replaced meanwhile: by a new password, or by another sign-in of the same
    // user that turned an imported hash into one of ours. The hash that is in force now decides.
    const { subject } = await readLoginSubject(caller, presented, unproven.at);
    const again = await holdAgainstStored(caller, { ...unproven, subject }, slots);
    return again === "changed" ? null : again;
  } catch (error) {
    // Nothing was judged: an overloaded machine must not lock anybody out.
    await slots.giveBack();
    throw error;
  }
}

async function holdAgainstStored(
  caller: Caller,
  { subject, password, ...rest }: Unproven,
  slots: LoginSlots,
): Promise<LoginOutcome | "changed" | null> {
  const stored = subject?.user.passwordHash ?? null;
  const proof = await verifyPassword(caller, stored, password);
  if (!proof.correct || !subject || stored === null || subject.user.status !== "active")
    return null;
  const rehashed = proof.rehash ? await hashPassword(caller, password) : null;
  const proven = { ...rest, subject, verified: stored, rehashed };
  return (await admitLogin(caller, proven, slots)) ?? "changed";
}
