import type { Enrolling } from "@/app/(hosted)/_sign-in/enrolling";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { beginPasskeyRegistration } from "@/lib/core/account-security/register-passkey";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { makesPasskey, PasskeyPrompt } from "@/lib/core/oidc/pages/passkey-prompt";
import type { Problem } from "@/lib/core/oidc/pages/problem";
import { refusalOf } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";

/** Choice of a second factor, of those that the tenant accepts.
 *  @throws ServiceError as `beginPasskeyRegistration` does */
export async function enrolPage(
  visit: Visit,
  { interaction, enrolment, caller, registrant }: Enrolling,
  problem?: Problem,
): Promise<Response> {
  const look = lookOfForm(visit, interaction.branding);
  const { t } = look;
  const { email, methods } = enrolment;
  const takesApps = methods.includes("totp");
  const passkey = methods.includes("passkey")
    ? await beginPasskeyRegistration(caller, registrant)
    : null;
  return pageResponse(look, {
    title: t("enrol.title"),
    intro: t("enrol.intro", { email }),
    ...(problem && refusalOf(problem)),
    content: (
      <div className="stack">
        <ProblemNotice look={look} problem={problem} />
        {passkey && (
          <Form
            data={makesPasskey(passkey.options)}
            hidden={{ passkeyToken: passkey.token }}
            className="stack-tight"
          >
            <p>{t("enrol.passkey")}</p>
            <PasskeyPrompt look={look} makes primary>
              {t("passkey.add")}
            </PasskeyPrompt>
            <p className="soft small" data-without-passkey="">
              {t(takesApps ? "enrol.appInstead" : "passkey.otherBrowser")}
            </p>
          </Form>
        )}
        <Form className="stack-tight">
          {takesApps && (
            <>
              <p>{t("enrol.app")}</p>
              <SubmitButton
                look={passkey ? "quiet" : "primary"}
                className="full"
                name="intent"
                value="app"
              >
                {t("enrol.useApp")}
              </SubmitButton>
            </>
          )}
          <p className="centred">
            <SubmitButton look="link" name="intent" value="other">
              {t("code.other")}
            </SubmitButton>
          </p>
        </Form>
      </div>
    ),
  });
}
