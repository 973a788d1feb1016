import { type AppRefusal, appPage } from "@/app/(hosted)/account-security/app/app-page";
import {
  forgetRegistration,
  readRegistration,
} from "@/app/(hosted)/account-security/app/kept-registration";
import { typedBefore, withFreshProof } from "@/app/(hosted)/account-security/ask-for-proof";
import { typedName } from "@/app/(hosted)/account-security/name-field";
import { type OwnAccount, withOwnAccount } from "@/app/(hosted)/account-security/own-account";
import { pageOrAccount, redirectAfterAdding } from "@/app/(hosted)/account-security/to-added";
import {
  beginTotpRegistration,
  confirmTotpRegistration,
  readTotpRegistration,
} from "@/lib/core/account-security/register-totp";
import type { Registrant } from "@/lib/core/account-security/registrant";
import { TOTP_DIGITS } from "@/lib/core/factors/totp";
import { hostedPage, type Submission, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import { typedCode } from "@/lib/core/one-time-codes/typed-code";
import { ServiceError } from "@/lib/kernel/errors";

function show(visit: Visit, own: OwnAccount): Promise<Response> {
  return renderApp(visit, own, typedBefore(visit, own));
}

/** Page that adds an authenticator app. Loaded again, it shows the same key: an app may have it already. */
function renderApp(
  visit: Visit,
  own: OwnAccount,
  name: string,
  refusal?: AppRefusal,
): Promise<Response> {
  return withFreshProof(
    own,
    () => ({ to: "addApp", name }),
    () =>
      pageOrAccount(own, async () => {
        const token = refusal?.over ? null : readRegistration(own, visit.cookies);
        const existing =
          token && (await readTotpRegistration(own.caller, registrantOf(own), token));
        const registration =
          existing || (await beginTotpRegistration(own.caller, registrantOf(own)));
        return appPage(visit, own, { registration, name, refusal });
      }),
  );
}

function submit(sent: Submission, own: OwnAccount): Promise<Response> {
  const name = typedName(sent.field("name"));
  return withFreshProof(
    own,
    () => ({ to: "addApp", name }),
    async () => {
      const token = readRegistration(own, sent.cookies);
      if (!token) return renderApp(sent, own, name, { over: true });
      const { code, wrong } = typedCode(sent.field("code"), TOTP_DIGITS);
      if (wrong) return renderApp(sent, own, name, { wrong });
      return confirm(sent, own, { token, code, name });
    },
  );
}

async function confirm(
  sent: Submission,
  own: OwnAccount,
  typed: { token: string; code: string; name: string },
): Promise<Response> {
  const { name } = typed;
  try {
    const input = { ...typed, name: name || null };
    const added = await confirmTotpRegistration(own.caller, registrantOf(own), input);
    const response = redirectAfterAdding(own, added);
    response.headers.append("set-cookie", forgetRegistration(own));
    return response;
  } catch (error) {
    const reason = error instanceof ServiceError ? error.reason : null;
    if (reason === "step_up_required") throw error;
    if (reason === "proof_rejected") return renderApp(sent, own, name, { wrong: "codeWrong" });
    // The registration has expired, or another tab added the last app that a user may have: the page shows
    // which.
    if (reason === "unprocessable" || reason === "conflict")
      return renderApp(sent, own, name, { over: true });
    return renderApp(sent, own, name, { problem: problemOf(error) });
  }
}

const registrantOf = ({ sessionId }: OwnAccount): Registrant => ({ sessionId, channel: "hosted" });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({
  show: withOwnAccount(show),
  submit: withOwnAccount(submit),
});
