import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import type { Branding } from "@/lib/core/branding/branding";
import { USER_CODE } from "@/lib/core/contract/device-authorization";
import { Field } from "@/lib/core/oidc/pages/field";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { type Problem, refusalOf } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";

interface CodeAttempt {
  typed?: string;
  /** Whether no waiting device shows the code. */
  isUnknown?: boolean;
  problem?: Problem;
}

/** Asks for the code that a device shows. The tenant is not known before the code. */
export function codePage(visit: Visit, { typed, isUnknown, problem }: CodeAttempt = {}): Response {
  const look = lookOfForm(visit, null);
  const { t } = look;
  return pageResponse(look, {
    title: t("device.title"),
    intro: t("device.intro"),
    ...((isUnknown || problem) && refusalOf(problem)),
    content: (
      <Form action="/device">
        <ProblemNotice look={look} problem={problem} />
        <Field
          name={USER_CODE}
          label={t("device.code")}
          hint={t("device.hint")}
          error={isUnknown ? t("device.unknown") : null}
          className="code"
          dir="ltr"
          defaultValue={typed?.slice(0, 32)}
          maxLength={32}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
        />
        <SubmitButton>{t("common.continue")}</SubmitButton>
      </Form>
    ),
  });
}

/** Page that shows the result of the user's answer. */
export function answeredPage(
  visit: Visit,
  branding: Branding | null,
  answer: "allowed" | "refused",
): Response {
  const look = lookOfForm(visit, branding);
  const { t } = look;
  return pageResponse(look, {
    title: t(`device.${answer}Title`),
    intro: t(`device.${answer}`),
  });
}
