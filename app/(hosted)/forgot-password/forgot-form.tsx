"use client";

import { useTranslations } from "next-intl";
import { useActionState, useRef } from "react";
import { CardHeading } from "@/app/_components/card-heading";
import { Field } from "@/app/_components/field";
import { useFocusFirstError } from "@/app/_components/focus-first-error";
import { Notice } from "@/app/_components/notice";
import { ProblemText } from "@/app/_components/problem-text";
import { SubmitButton } from "@/app/_components/submit-button";
import { askForLink, type ForgotState } from "@/app/(hosted)/forgot-password/actions";
import type { Origin } from "@/app/(hosted)/forgot-password/origin";

/** One address; afterwards the same sentence for everybody. */
export function ForgotForm({ origin, backHref }: { origin: Origin; backHref: string | null }) {
  const t = useTranslations();
  const [state, action] = useActionState<ForgotState, FormData>(askForLink, {});
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, state);
  const back = backHref && (
    <p className="text-center">
      <a href={backHref} className="text-link inline-flex min-h-11 items-center text-[0.9375rem]">
        {t("common.back")}
      </a>
    </p>
  );
  if (state.sent)
    return (
      <>
        <CardHeading title={t("forgot.sentTitle")} />
        <div className="mt-8 space-y-5">
          <Notice tone="good" focus>
            {t("forgot.sent", { email: state.email ?? "" })}
          </Notice>
          {back}
        </div>
      </>
    );
  const wrong = state.fields?.email;
  return (
    <>
      <CardHeading title={t("forgot.title")} intro={t("forgot.intro")} />
      <form ref={form} action={action} noValidate className="mt-8 space-y-5">
        <input type="hidden" name="interaction" value={origin.interaction} />
        <input type="hidden" name="tenant" value={origin.tenant} />
        {state.problem && (
          <Notice tone="danger" focus key={state.problem.at}>
            <ProblemText problem={state.problem} />
          </Notice>
        )}
        <Field
          name="email"
          type="email"
          label={t("common.email")}
          defaultValue={state.email}
          key={`email-${state.email}`}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          error={wrong ? t(`problem.${wrong}`) : null}
        />
        <SubmitButton>{t("forgot.submit")}</SubmitButton>
        {back}
      </form>
    </>
  );
}
