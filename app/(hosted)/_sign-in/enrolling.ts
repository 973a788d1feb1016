import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import {
  enrolmentCookie,
  type PendingEnrolment,
  recoveryCodesCookie,
} from "@/app/(hosted)/_sign-in/kept-enrolment";
import { continuePage } from "@/app/(hosted)/_sign-in/move-on";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import type { AddedFactor } from "@/lib/core/account-security/add-factor";
import type { Registrant } from "@/lib/core/account-security/registrant";
import { seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import { type HostedInteraction, hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";
import type { Caller } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** Sign-in that waits for its user to add a factor. */
export interface Enrolling {
  interaction: HostedInteraction;
  enrolment: PendingEnrolment;
  caller: Caller;
  registrant: Registrant;
}

/** Returns the visit's sign-in that waits for a factor.
 *  @returns a redirect to the right page, when there is none */
export async function visitedEnrolment(visit: Visit): Promise<Enrolling | Response> {
  const interaction = await visitedSignIn(visit);
  if (!interaction) return expiredSignIn(visit);
  if (interaction.answered) return continuePage(visit, interaction);
  const enrolment = enrolmentCookie.read(interaction.uid, visit.cookies);
  if (!enrolment) return seeOther(pageOfSignIn("/login", signInAddress(visit)));
  const caller = hostedCaller(interaction, visit.context);
  const registrant = { enrolmentToken: enrolment.token, channel: "hosted" } as const;
  return { interaction, enrolment, caller, registrant };
}

/** Answers an enrolment that expired, or whose user has changed: the sign-in starts again.
 *  @throws any other error */
export function endOfEnrolment(
  visit: Visit,
  { interaction: { uid } }: Enrolling,
  error: unknown,
): Response {
  if (!(error instanceof ServiceError) || error.reason !== "invalid_credentials") throw error;
  return seeOther(pageOfSignIn("/login", signInAddress(visit)), [enrolmentCookie.forget(uid)]);
}

/** Continues the sign-in that waited for a factor. */
export async function finishEnrolment(
  visit: Visit,
  { interaction }: Enrolling,
  added: AddedFactor,
): Promise<Response> {
  if (added.login) await completeLogin(interaction.waiting, added.login.login, visit.context);
  return goOnWithFactor(visit, interaction, added, enrolmentCookie.forget(interaction.uid));
}

/** Continues after a factor was added; shows the new recovery codes first.
 *  @param forgotten the `Set-Cookie` header that clears the pending enrolment */
export function goOnWithFactor(
  visit: Visit,
  { uid }: HostedInteraction,
  { recoveryCodes }: AddedFactor,
  forgotten: string,
): Response {
  const address = signInAddress(visit);
  if (!recoveryCodes) return seeOther(pageOfSignIn("/login", address), [forgotten]);
  const cookie = recoveryCodesCookie.keep(uid, { codes: recoveryCodes });
  return seeOther(pageOfSignIn("/login/recovery-codes", address), [forgotten, cookie]);
}
