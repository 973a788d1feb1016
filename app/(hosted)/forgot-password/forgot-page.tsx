import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { BackToSignIn } from "@/app/(hosted)/forgot-password/back-to-sign-in";
import type { Origin } from "@/app/(hosted)/forgot-password/origin";
import { EmailField } from "@/lib/core/oidc/pages/field";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { type Problem, refusalOf } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";

interface Shown {
  origin: Origin;
  email: string;
  refusal?: { wrong?: "emailEmpty" | "emailInvalid"; problem?: Problem };
}

/** Form for one address; afterwards every user sees the same sentence. */
export function forgotPage(visit: Visit, { origin, email, refusal }: Shown): Response {
  const look = lookOfForm(visit, origin.branding);
  const { t } = look;
  const wrong = refusal?.wrong;
  return pageResponse(look, {
    title: t("forgot.title"),
    intro: t("forgot.intro"),
    ...(refusal && refusalOf(refusal.problem)),
    content: (
      <Form>
        <ProblemNotice look={look} problem={refusal?.problem} />
        <EmailField
          label={t("common.email")}
          defaultValue={email}
          error={wrong && t(`problem.${wrong}`)}
          // The field that is wrong
          autoFocus={Boolean(wrong)}
        />
        <SubmitButton>{t("forgot.submit")}</SubmitButton>
        <BackToSignIn look={look} visit={visit} origin={origin} />
      </Form>
    ),
  });
}
