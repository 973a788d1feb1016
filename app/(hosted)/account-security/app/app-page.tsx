import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { keepRegistration } from "@/app/(hosted)/account-security/app/kept-registration";
import { CancelLink } from "@/app/(hosted)/account-security/cancel-link";
import { CodeField } from "@/app/(hosted)/account-security/code-field";
import { NameField } from "@/app/(hosted)/account-security/name-field";
import type { OwnAccount } from "@/app/(hosted)/account-security/own-account";
import type { TotpRegistration } from "@/lib/core/account-security/register-totp";
import { TOTP_DIGITS } from "@/lib/core/factors/totp";
import { AppSecret } from "@/lib/core/oidc/pages/app-secret";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { Notice } from "@/lib/core/oidc/pages/notice";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { type Problem, refusalOf } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";

/** Reasons for which the form is shown again. */
export interface AppRefusal {
  wrong?: "codeEmpty" | "codeShape" | "codeWrong";
  /** Whether the previous key has expired, and this is another one. */
  over?: boolean;
  problem?: Problem;
}

interface Shown {
  registration: TotpRegistration;
  name: string;
  refusal?: AppRefusal | undefined;
}

/** Page with the key for an authenticator app, as a picture and as text, and a field for a code of the
 *  app. */
export function appPage(visit: Visit, own: OwnAccount, shown: Shown): Response {
  const { registration, name, refusal } = shown;
  const look = lookOfForm(visit, own.branding);
  const { t } = look;
  const wrong = refusal?.wrong;
  return pageResponse(look, {
    title: t("security.app.title"),
    intro: t("security.app.intro"),
    ...(refusal && refusalOf(refusal.problem)),
    cookies: [keepRegistration(own, registration.token)],
    private: true,
    content: (
      <>
        {refusal?.over && (
          <div className="told">
            <Notice tone="danger" focus>
              {t("security.app.over")}
            </Notice>
          </div>
        )}
        <AppSecret look={look} secret={registration.secret} uri={registration.otpauthUri} />
        <Form className="stack after">
          <ProblemNotice look={look} problem={refusal?.problem} />
          <NameField look={look} of="app" name={name} />
          <CodeField
            label={t("security.app.code")}
            digits={TOTP_DIGITS}
            error={wrong && t(`security.app.${wrong}`, { length: TOTP_DIGITS })}
            autoFocus={Boolean(wrong)}
          />
          <SubmitButton name="intent" value="enter">
            {t("security.app.submit")}
          </SubmitButton>
        </Form>
        <CancelLink look={look} own={own} />
      </>
    ),
  });
}
