import {
  type AdmittedRegistrant,
  admitRegistrant,
  type Registrant,
} from "@/lib/core/account-security/registrant";
import type { Ceremony, CeremonyKind } from "@/lib/core/factors/ceremony";
import { type FactorType, ownMethods } from "@/lib/core/factors/factor";
import { listFactors } from "@/lib/core/factors/factor-store";
import { factors } from "@/lib/core/factors/factors";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { renewRecoveryCodes } from "@/lib/core/factors/recovery-code-factor";
import { countRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import { spendCeremony } from "@/lib/core/factors/spent-ceremony-store";
import { recordFactorChange } from "@/lib/core/factors/tell-of-factors";
import type { LoginSuccess } from "@/lib/core/login/completed-login";
import { finishLogin } from "@/lib/core/login/finish-login";
import { noteSignIn } from "@/lib/core/login/observed-sign-in";
import { credentialsRejected } from "@/lib/core/login/refuse-login";
import { noteStepUp } from "@/lib/core/sessions/session-use-store";
import { revokeTrustedDevices } from "@/lib/core/trusted-devices/revoke-trusted-devices";
import { forgetFactorDue } from "@/lib/core/users/factor-note-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Result of adding a factor. */
export interface AddedFactor {
  factor: OwnedFactor;
  /** Set with a user's first factor; shown once, and stored nowhere. */
  recoveryCodes: string[] | null;
  /** The sign-in that waited for the factor; null when it was complete without it. */
  login: LoginSuccess | null;
}

/** Admits a registrant who may add a factor of a type now.
 *  @throws ServiceError as `admitRegistrant` does, `unprocessable` when the policy does not let factors of
 *  this type count, `conflict` when the user has as many as one may have */
export async function admitAdding(
  db: Queryable,
  caller: Caller,
  registrant: Registrant,
  type: FactorType,
): Promise<AdmittedRegistrant> {
  const admitted = await admitRegistrant(db, caller, registrant);
  const { most, plural } = factors[type];
  if (!admitted.policy.allowedFactors.includes(type))
    throw new ServiceError("unprocessable", {
      detail: `The security policy does not allow ${plural}.`,
    });
  const owned = await listFactors(db, admitted.user.id);
  if (owned.filter((factor) => factor.type === type).length >= most)
    throw new ServiceError("conflict", { detail: `A user can have at most ${most} ${plural}.` });
  return admitted;
}

interface ConfirmedFactor {
  type: FactorType;
  /** The registration that a code or an authenticator has confirmed. */
  ceremony: Ceremony<CeremonyKind>;
  /** Returns the refusal when the registration was spent meanwhile. */
  refusal: () => ServiceError;
  /** Stores the factor.
   *  @returns the factor with the `amr` values of its proof */
  insert: (db: Queryable, userId: string) => Promise<{ factor: OwnedFactor; amr: string[] }>;
}

/** Adds a confirmed factor and spends its registration: of any number of parallel attempts one adds it.
 *  @throws ServiceError as `admitAdding` does, the refusal, `invalid_credentials` when the sign-in that
 *  waited for it has been finished already */
export function addFactor(
  caller: Caller,
  registrant: Registrant,
  { type, ceremony, refusal, insert }: ConfirmedFactor,
): Promise<AddedFactor> {
  return inTransaction(caller, async (db) => {
    const admitted = await admitAdding(db, caller, registrant, type);
    if (!(await spendCeremony(db, ceremony))) throw refusal();
    return finishAdding(db, caller, admitted, await insert(db, admitted.user.id));
  });
}

/** Completes the addition of a factor: recovery codes with the first one, the event, the message that no
 *  user can turn off, and the sign-in that waited for it. */
async function finishAdding(
  db: Queryable,
  caller: Caller,
  { user, channel, boundTo, enrolment }: AdmittedRegistrant,
  { factor, amr: shown }: { factor: OwnedFactor; amr: string[] },
): Promise<AddedFactor> {
  const at = factor.createdAt;
  const { actor, context } = caller;
  const isFirst = (await countRecoveryCodes(db, user.id)) === 0;
  const recoveryCodes = isFirst ? await renewRecoveryCodes(db, user.id, at) : null;
  await forgetFactorDue(db, user.id);
  // From now on only the user's own factors count: devices trusted without one are no longer trusted.
  const by = { actor, context, reason: "factor_added", at };
  const withoutOne = { userId: user.id, madeWithout: ownMethods };
  if (user.factorTypes.length === 0) await revokeTrustedDevices(db, withoutOne, by);
  await recordFactorChange(db, caller, user, { factor, change: "added", at });
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
  noteSignIn(caller, channel, "succeeded", factors[factor.type].signInName);
  return { factor, recoveryCodes, login };
}
