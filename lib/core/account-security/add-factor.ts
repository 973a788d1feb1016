import type { AdmittedRegistrant } from "@/lib/core/account-security/registrant";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { spendCeremony } from "@/lib/core/factors/ceremony";
import { type Factor, type FactorType, mostFactors, ownMethods } from "@/lib/core/factors/factor";
import { countFactors } from "@/lib/core/factors/factor-store";
import { newRecoveryCodes, recoveryCodeHash } from "@/lib/core/factors/recovery-code";
import { countRecoveryCodes, replaceRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import { notifyFactorChange } from "@/lib/core/factors/tell-of-factors";
import type { LoginSuccess } from "@/lib/core/login/completed-login";
import { finishLogin } from "@/lib/core/login/finish-login";
import { noteSignIn } from "@/lib/core/login/observed-sign-in";
import { credentialsRejected } from "@/lib/core/login/refuse-login";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { noteStepUp } from "@/lib/core/sessions/session-use-store";
import { revokeTrustedDevices } from "@/lib/core/trusted-devices/revoke-trusted-devices";
import { forgetFactorDue } from "@/lib/core/users/factor-note-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";

/** Result of adding a factor. */
export interface AddedFactor {
  factor: Factor;
  /** Set with a user's first factor; shown once, and stored nowhere. */
  recoveryCodes: string[] | null;
  /** The sign-in that waited for the factor; null when it was complete without it. */
  login: LoginSuccess | null;
}

/** @throws ServiceError `unprocessable` when the policy does not let factors of this type count */
export function assertTypeAllowed(
  { allowedFactors }: Pick<SecurityPolicy, "allowedFactors">,
  type: FactorType,
): void {
  if (allowedFactors.includes(type)) return;
  const what = type === "passkey" ? "passkeys" : "authenticator apps";
  throw new ServiceError("unprocessable", {
    detail: `The security policy does not allow ${what}.`,
  });
}

/** @throws ServiceError `conflict` when a user has as many factors of this type as one may have */
export async function assertRoomForFactor(
  db: Queryable,
  userId: string,
  type: FactorType,
): Promise<void> {
  const most = mostFactors[type];
  if ((await countFactors(db, userId, type)) < most) return;
  const what = type === "passkey" ? "passkeys" : "authenticator apps";
  throw new ServiceError("conflict", { detail: `A user can have at most ${most} ${what}.` });
}

/** Completes the addition of a factor, in the transaction that adds it: recovery codes with the first one,
 *  the event, the message that no user can turn off, and the sign-in that waited for it.
 *  @param shown the `amr` values of the factor
 *  @throws ServiceError `invalid_credentials` when that sign-in has been finished already */
export async function finishAdding(
  db: Queryable,
  caller: Caller,
  { user, channel, boundTo, enrolment }: AdmittedRegistrant,
  { factor, shown, at }: { factor: Factor; shown: string[]; at: Date },
): Promise<AddedFactor> {
  const { actor, context } = caller;
  const recoveryCodes = await firstRecoveryCodes(db, user.id, at);
  await forgetFactorDue(db, user.id);
  // From now on only the user's own factors count: devices trusted without one are no longer trusted.
  const by = { actor, context, reason: "factor_added", at };
  const withoutOne = { userId: user.id, madeWithout: ownMethods };
  if (user.factorTypes.length === 0) await revokeTrustedDevices(db, withoutOne, by);
  await recordAuditEvent(db, {
    kind: "factor.added",
    actor,
    context,
    targets: [
      { type: "user", id: user.id },
      { type: "factor", id: factor.id },
    ],
    metadata: { type: factor.type, name: factor.name, transports: factor.transports },
    at,
  });
  const about = { occasion: `${factor.type}_added`, factorName: factor.name } as const;
  await notifyFactorChange(db, user, about, context, at);
  if (!enrolment) {
    // The new factor was proven just now: the user need not prove it again to add another one.
    await noteStepUp(db, boundTo, { amr: shown, at });
    return { factor, recoveryCodes, login: null };
  }
  if (!(await spendCeremony(db, enrolment))) throw credentialsRejected();
  if (enrolment.content.completeAt) return { factor, recoveryCodes, login: null };
  const amr = [...new Set([...enrolment.content.amr, ...shown])];
  const signedIn = { userId: user.id, authTime: at, amr, trustedDeviceId: null, kind: null };
  const login = await finishLogin(db, caller, channel, { login: signedIn, trustedDevice: null });
  noteSignIn(caller, channel, "succeeded", factor.type);
  return { factor, recoveryCodes, login };
}

async function firstRecoveryCodes(
  db: Queryable,
  userId: string,
  at: Date,
): Promise<string[] | null> {
  if ((await countRecoveryCodes(db, userId)) > 0) return null;
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(userId, code));
  await replaceRecoveryCodes(db, userId, hashes, at);
  return codes;
}
