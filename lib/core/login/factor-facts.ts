import { type FactorType, factorTypes, type PlaneKeys } from "@/lib/core/factors/factor";
import { factors } from "@/lib/core/factors/factors";
import { findPasskeys } from "@/lib/core/factors/passkey-store";
import { countRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import { relyingPartyOf } from "@/lib/core/factors/relying-party-store";
import type { LoginChannel } from "@/lib/core/login/completed-login";
import { type FactorFacts, isInGrace } from "@/lib/core/login/what-to-show";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { noteFactorDue } from "@/lib/core/users/factor-note-store";
import type { User } from "@/lib/core/users/user";
import { minutesAfter } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";

interface Subject {
  user: Pick<User, "id" | "factorTypes" | "factorDueFrom">;
  policy: SecurityPolicy;
  channel: LoginChannel;
}

/** Facts of a user on a plane, with its relying party where it is needed. */
export type PlaneFacts = FactorFacts & PlaneKeys;

const DAY_MINUTES = 24 * 60;

/** Reads the facts that decide which proof a user must show on a plane at this moment. Costs no statement
 *  for a user who has no factor where a code by email counts. */
export async function readFactorFacts(
  db: Queryable,
  { user, policy, channel }: Subject,
  at: Date,
): Promise<PlaneFacts> {
  const owned = user.factorTypes as FactorType[];
  const isPlain = owned.length === 0 && policy.allowedFactors.includes("email_otp");
  const rp = isPlain ? null : await relyingPartyOf(db, channel);
  const [passkeys, recoveryCodesLeft] =
    owned.length === 0
      ? [[], 0]
      : await Promise.all([
          rp && owned.includes("passkey") ? findPasskeys(db, user.id, rp.id) : [],
          countRecoveryCodes(db, user.id),
        ]);
  const plane = { rp, passkeys };
  const usable = owned.filter((type) => factors[type].isUsable(plane));
  const addable = factorTypes.filter((type) => factors[type].isAddable(plane));
  const dueFrom = user.factorDueFrom ?? at;
  const graceIsOver = at >= minutesAfter(dueFrom, policy.factorGraceDays * DAY_MINUTES);
  return { policy, owned, usable, recoveryCodesLeft, addable, graceIsOver, ...plane };
}

/** Like `readFactorFacts`, for a sign-in: records the first sign-in that requires a factor, from which the
 *  days of grace are counted. */
export async function readSignInFacts(
  db: Queryable,
  subject: Subject,
  at: Date,
): Promise<PlaneFacts> {
  const facts = await readFactorFacts(db, subject, at);
  const { user } = subject;
  if (isInGrace(facts) && !user.factorDueFrom) await noteFactorDue(db, user.id, at);
  return facts;
}
