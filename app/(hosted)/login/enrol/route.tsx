import {
  type Enrolling,
  endOfEnrolment,
  finishEnrolment,
  visitedEnrolment,
} from "@/app/(hosted)/_sign-in/enrolling";
import { enrolmentCookie } from "@/app/(hosted)/_sign-in/kept-enrolment";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { enrolPage } from "@/app/(hosted)/login/enrol/enrol-page";
import { finishPasskeyRegistration } from "@/lib/core/account-security/register-passkey";
import { beginTotpRegistration } from "@/lib/core/account-security/register-totp";
import { PasskeyRegistrationResponse } from "@/lib/core/factors/passkey-response";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { passkeyAnswer } from "@/lib/core/oidc/pages/passkey-answer";
import { problemOf } from "@/lib/core/oidc/pages/problem";

/** Page of a sign-in whose user has no second factor that counts: the user adds one, and the sign-in
 *  continues. */
async function show(visit: Visit): Promise<Response> {
  const enrolling = await visitedEnrolment(visit);
  if (enrolling instanceof Response) return enrolling;
  return enrolPage(visit, enrolling).catch((error) => endOfEnrolment(visit, enrolling, error));
}

async function submit(sent: Submission): Promise<Response> {
  const enrolling = await visitedEnrolment(sent);
  if (enrolling instanceof Response) return enrolling;
  const intent = sent.field("intent");
  const { uid } = enrolling.interaction;
  if (intent === "other")
    return seeOther(pageOfSignIn("/login", signInAddress(sent)), [enrolmentCookie.forget(uid)]);
  try {
    return await (intent === "app" ? beginApp(sent, enrolling) : addPasskey(sent, enrolling));
  } catch (error) {
    const problem = problemOf(error);
    return enrolPage(sent, enrolling, problem).catch(() => endOfEnrolment(sent, enrolling, error));
  }
}

async function beginApp(
  sent: Submission,
  { interaction, enrolment, caller, registrant }: Enrolling,
) {
  const { token } = await beginTotpRegistration(caller, registrant);
  const cookie = enrolmentCookie.keep(interaction.uid, { ...enrolment, app: token });
  return seeOther(pageOfSignIn("/login/enrol/app", signInAddress(sent)), [cookie]);
}

async function addPasskey(sent: Submission, enrolling: Enrolling): Promise<Response> {
  const response = passkeyAnswer(PasskeyRegistrationResponse, sent.field("passkey"));
  if (!response) return enrolPage(sent, enrolling, { kind: "passkeyOver" });
  const added = await finishPasskeyRegistration(enrolling.caller, enrolling.registrant, {
    token: sent.field("passkeyToken"),
    response,
    name: null,
  });
  return finishEnrolment(sent, enrolling, added);
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
