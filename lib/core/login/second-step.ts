import type { FactorMethod } from "@/lib/core/factors/factor";
import { factors } from "@/lib/core/factors/factors";
import type { LoginChannel, LoginEnd } from "@/lib/core/login/completed-login";
import { requireEnrolment } from "@/lib/core/login/factor-enrolment";
import { readSignInFacts } from "@/lib/core/login/factor-facts";
import { finishLogin } from "@/lib/core/login/finish-login";
import { accountBrakes } from "@/lib/core/login/login-brake";
import { assertEachLeased, releasedOnError, takeLoginLeases } from "@/lib/core/login/login-leases";
import { refuseLogin } from "@/lib/core/login/refuse-login";
import { issuedDevice, trustOffer } from "@/lib/core/login/trust-offer";
import { whatToShow } from "@/lib/core/login/what-to-show";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { createTrustedDevice } from "@/lib/core/trusted-devices/create-trusted-device";
import type { User } from "@/lib/core/users/user";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { releaseLeases } from "@/lib/kernel/rate-limits/failure-leases";

/** Fields of every proof of a factor at a sign-in. */
export interface FactorAttempt {
  rememberDevice: boolean;
  /** Name of the device to be trusted; null for the name that the user agent implies. */
  deviceName: string | null;
  channel: LoginChannel;
}

interface Proving {
  policy: SecurityPolicy;
  email: string;
  userId: string | null;
  method: FactorMethod;
  channel: LoginChannel;
  at: Date;
  /** Whether the attempt is verified even when a brake has no lease left. */
  mayExceedBrakes: boolean;
}

/** Runs a proof of a sign-in while it holds leases of the account's brakes. A refused proof counts as a
 *  failed login. A brake that is locked already has no lease left, so that it is not locked anew: otherwise
 *  the lock would never end.
 *  @param prove returns null for a refused proof
 *  @throws ServiceError `invalid_credentials`, `login_temporarily_locked` */
export async function proveWithLeases(
  caller: Caller,
  { policy, email, userId, method, channel, at, mayExceedBrakes }: Proving,
  prove: () => Promise<LoginEnd | null>,
): Promise<LoginEnd> {
  const brakes = accountBrakes(caller, policy, email);
  const leases = await inBatch(caller, (db) => takeLoginLeases(db, brakes));
  if (!mayExceedBrakes) await assertEachLeased(brakes, leases);
  const end = await releasedOnError(leases, prove);
  if (!end) {
    const failed = { userId, method: factors[method].signInName, channel, at };
    return refuseLogin(caller, leases, failed);
  }
  await releaseLeases(leases);
  return end;
}

interface ProvenFactor {
  user: User;
  policy: SecurityPolicy;
  attempt: FactorAttempt;
  method: FactorMethod;
  /** `amr` values of the factor. */
  amr: string[];
  /** Whether the sign-in's password was right before; a passkey may be alone. */
  isAfterPassword: boolean;
  at: Date;
}

/** Completes the sign-in of a user who has proven a factor, or requires them to add one that counts.
 *  @returns null when the factor does not count here */
export async function admitProven(
  db: Queryable,
  caller: Caller,
  { user, policy, attempt, method, isAfterPassword, at, ...proven }: ProvenFactor,
): Promise<LoginEnd | null> {
  const { channel } = attempt;
  const facts = await readSignInFacts(db, { user, policy, channel }, at);
  const proofs = isAfterPassword ? (["password", method] as const) : [method];
  const next = whatToShow(facts, { proofs }, "sign_in");
  const amr = [...(isAfterPassword ? ["pwd"] : []), ...proven.amr];
  if (next.answer === "enrol")
    return requireEnrolment(db, caller, { user, methods: next.methods, channel, amr, at });
  if (next.answer !== "grant") return null;
  const login = { userId: user.id, authTime: at, amr, trustedDeviceId: null, kind: null };
  const trusted = await trustDevice(db, caller, { user, policy, attempt, method, at });
  const success = await finishLogin(db, caller, channel, {
    login: { ...login, trustedDeviceId: trusted?.device.id ?? null },
    trustedDevice: trusted && issuedDevice(trusted),
  });
  return { status: "grant", ...success };
}

/** Trusts the device when the user requested that and the policy allows it. */
async function trustDevice(
  db: Queryable,
  { actor, context }: Caller,
  { user, policy, attempt, method, at }: Omit<ProvenFactor, "amr" | "isAfterPassword">,
) {
  const { rememberDeviceAllowed, trustedDeviceDays: windowDays } = trustOffer(policy);
  if (!attempt.rememberDevice || !rememberDeviceAllowed) return null;
  const { trustedDeviceEmail: alert } = policy;
  const device = { user, windowDays, alert, name: attempt.deviceName, methods: [method] };
  return createTrustedDevice(db, device, { actor, context, at });
}
