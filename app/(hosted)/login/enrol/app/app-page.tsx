import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import type { CodeRefusal } from "@/app/(hosted)/login/code/code-refusal";
import type { TotpRegistration } from "@/lib/core/account-security/register-totp";
import { TOTP_DIGITS } from "@/lib/core/factors/totp";
import { AppSecret } from "@/lib/core/oidc/pages/app-secret";
import { Field } from "@/lib/core/oidc/pages/field";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { refusalOf } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";
import type { HostedInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";

interface Shown {
  interaction: HostedInteraction;
  registration: TotpRegistration;
  email: string;
  refusal?: CodeRefusal;
}

/** Page with the secret of a new authenticator app, and the field for its first code. */
export function appPage(
  visit: Visit,
  { interaction, registration: begun, email, refusal }: Shown,
): Response {
  const look = lookOfForm(visit, interaction.branding);
  const { t } = look;
  const wrong = refusal?.wrong;
  const error = wrong === "codeShape" ? "problem.codeShape" : wrong && "problem.codeMissing";
  return pageResponse(look, {
    title: t("enrol.appTitle"),
    intro: t("enrol.appIntro", { email }),
    ...(refusal && refusalOf(refusal.problem)),
    content: (
      <Form>
        <ProblemNotice look={look} problem={refusal?.problem} focus={false} />
        <AppSecret look={look} secret={begun.secret} uri={begun.otpauthUri} />
        <Field
          name="code"
          label={t("code.appLabel")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={2 * TOTP_DIGITS + 6}
          spellCheck={false}
          autoCorrect="off"
          dir="ltr"
          required
          className="code"
          data-digits={TOTP_DIGITS}
          error={error && t(error, { length: TOTP_DIGITS })}
          // After a refusal, the field to type again; at first there are steps before it.
          autoFocus={Boolean(refusal)}
        />
        <SubmitButton name="intent" value="enter">
          {t("enrol.confirm")}
        </SubmitButton>
        <p className="centred">
          <SubmitButton look="link" name="intent" value="back">
            {t("enrol.back")}
          </SubmitButton>
        </p>
      </Form>
    ),
  });
}
