import {
  type Enrolling,
  endOfEnrolment,
  finishEnrolment,
  visitedEnrolment,
} from "@/app/(hosted)/_sign-in/enrolling";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { appPage } from "@/app/(hosted)/login/enrol/app/app-page";
import {
  confirmTotpRegistration,
  readTotpRegistration,
  type TotpRegistration,
} from "@/lib/core/account-security/register-totp";
import { TOTP_DIGITS } from "@/lib/core/factors/totp";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import { typedCode } from "@/lib/core/one-time-codes/typed-code";

/** Page that adds an authenticator app to a sign-in that waits for a factor: it shows the secret, and
 *  verifies a code that proves that the app has it. */
async function show(visit: Visit): Promise<Response> {
  const enrolling = await visitedEnrolment(visit);
  if (enrolling instanceof Response) return enrolling;
  const { interaction, enrolment } = enrolling;
  const registration = await registrationOf(enrolling).catch((error) =>
    endOfEnrolment(visit, enrolling, error),
  );
  if (registration instanceof Response) return registration;
  return registration
    ? appPage(visit, { interaction, registration: registration, email: enrolment.email })
    : seeOther(pageOfSignIn("/login/enrol", signInAddress(visit)));
}

async function submit(sent: Submission): Promise<Response> {
  const enrolling = await visitedEnrolment(sent);
  if (enrolling instanceof Response) return enrolling;
  const choice = seeOther(pageOfSignIn("/login/enrol", signInAddress(sent)));
  if (sent.field("intent") === "back") return choice;
  try {
    const registration = await registrationOf(enrolling);
    return registration ? await confirm(sent, enrolling, registration) : choice;
  } catch (error) {
    return endOfEnrolment(sent, enrolling, error);
  }
}

async function confirm(
  sent: Submission,
  enrolling: Enrolling,
  registration: TotpRegistration,
): Promise<Response> {
  const { interaction, enrolment, caller, registrant } = enrolling;
  const shown = { interaction, registration, email: enrolment.email };
  const { code, wrong } = typedCode(sent.field("code"), TOTP_DIGITS);
  if (wrong) return appPage(sent, { ...shown, refusal: { wrong } });
  try {
    const typed = { token: registration.token, code, name: null };
    const added = await confirmTotpRegistration(caller, registrant, typed);
    return await finishEnrolment(sent, enrolling, added);
  } catch (error) {
    const problem = problemOf(error);
    if (problem.kind === "rejected") throw error;
    return appPage(sent, { ...shown, refusal: { problem } });
  }
}

function registrationOf({ enrolment, caller, registrant }: Enrolling) {
  const { app } = enrolment;
  return app === null ? Promise.resolve(null) : readTotpRegistration(caller, registrant, app);
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
