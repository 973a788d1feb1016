import { refusedPassword } from "@/app/(hosted)/_link/refused-password";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import type { Branding } from "@/lib/core/branding/branding";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { PasswordField } from "@/lib/core/oidc/pages/password-field";
import { type Problem, refusalOf } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";
import { UsernameField } from "@/lib/core/oidc/pages/username-field";
import type { PasswordRefusal } from "@/lib/kernel/errors";

const texts = {
  setPassword: ["title", "intro"],
  invitation: ["invitationTitle", "invitationIntro"],
  onboarding: ["onboardingTitle", "onboardingIntro"],
} as const;

export type Occasion = keyof typeof texts;

/** Reasons for which the form is shown again. */
export interface ChosenRefusal {
  password?: PasswordRefusal | "empty";
  problem?: Problem;
}

interface Shown {
  occasion: Occasion;
  email: string;
  branding: Branding;
  refusal?: ChosenRefusal | undefined;
}

/** Form that sets a password. There is one field: it can be shown, which is easier than typing it twice. */
export function linkPage(visit: Visit, { occasion, email, branding, refusal }: Shown): Response {
  const look = lookOfForm(visit, branding);
  const { t } = look;
  const [title, intro] = texts[occasion];
  const tenant = branding.name;
  return pageResponse(look, {
    title: t(`setPassword.${title}`, { tenant }),
    intro: t(`setPassword.${intro}`, { email, tenant }),
    ...(refusal && refusalOf(refusal.problem)),
    content: (
      <Form>
        <ProblemNotice look={look} problem={refusal?.problem} />
        <UsernameField email={email} />
        <PasswordField
          look={look}
          name="password"
          label={t("setPassword.label")}
          autoComplete="new-password"
          hint={t("setPassword.hint")}
          error={refusedPassword(look, refusal?.password)}
          // The field to correct
          autoFocus={Boolean(refusal?.password)}
        />
        <SubmitButton>{t("setPassword.submit")}</SubmitButton>
      </Form>
    ),
  });
}
