import { provesEnough } from "@/lib/core/account-security/fresh-proof";
import { provenUser } from "@/lib/core/account-security/proven-user";
import type { Ceremony } from "@/lib/core/factors/ceremony";
import type { LoginChannel } from "@/lib/core/login/completed-login";
import { isPasswordUnchanged, readEnrolment } from "@/lib/core/login/factor-enrolment";
import { readFactorFacts } from "@/lib/core/login/factor-facts";
import { credentialsRejected } from "@/lib/core/login/refuse-login";
import { proofsIn } from "@/lib/core/login/shown-methods";
import { whatToShow } from "@/lib/core/login/what-to-show";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import type { User } from "@/lib/core/users/user";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** The origin of a new factor: a session, or a sign-in that requires a factor or has just been completed. */
export type Registrant =
  | { sessionId: string; channel: LoginChannel }
  | { enrolmentToken: string; channel: LoginChannel };

/** A registrant who may add a factor now. */
export interface AdmittedRegistrant {
  user: User;
  policy: SecurityPolicy;
  channel: LoginChannel;
  /** The session or sign-in that the tokens of the registration are bound to. */
  boundTo: string;
  enrolment: Ceremony<"factorEnrolment"> | null;
}

/** Determines the user who adds a factor, and locks their row. A session needs a fresh proof: a stolen
 *  session must not give its thief a way to come back.
 *  @throws ServiceError with the session's terminal reason, `step_up_required`, `invalid_credentials` for
 *  an enrolment that is unknown, expired, or of a user who has changed since */
export async function admitRegistrant(
  db: Queryable,
  caller: Caller,
  registrant: Registrant,
): Promise<AdmittedRegistrant> {
  const { channel } = registrant;
  if ("enrolmentToken" in registrant)
    return byEnrolment(db, caller, registrant.enrolmentToken, channel);
  const { user, facts } = await provenUser(db, registrant.sessionId, channel);
  return { user, policy: facts.policy, channel, boundTo: facts.session.id, enrolment: null };
}

async function byEnrolment(
  db: Queryable,
  caller: Caller,
  token: string,
  channel: LoginChannel,
): Promise<AdmittedRegistrant> {
  const enrolment = readEnrolment(caller, token, channel);
  const user = enrolment && (await lockUser(db, enrolment.content.userId));
  if (!enrolment || !maySignIn(user) || !isPasswordUnchanged(enrolment.content, user))
    throw credentialsRejected();
  const policy = await readSecurityPolicy(db);
  const { amr, completeAt } = enrolment.content;
  const at = now();
  const factors = await readFactorFacts(db, { user, policy, channel }, at);
  const proofs = proofsIn(amr);
  // The proofs of the sign-in are evaluated again: the user may have another factor by now, or none that
  // counts any more.
  const next = whatToShow(factors, { proofs }, "sign_in").answer;
  const isWaiting = completeAt !== null || next === "enrol" || next === "grant";
  if (!isWaiting || !provesEnough(factors, amr, "add_at_sign_in")) throw credentialsRejected();
  // An offer is valid for as long as the sign-in counts as a fresh proof.
  if (completeAt && at >= secondsAfter(completeAt, policy.stepUpMaxAgeSeconds))
    throw credentialsRejected();
  return { user, policy, channel, boundTo: enrolment.id, enrolment };
}
