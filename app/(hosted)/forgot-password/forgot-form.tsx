"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useRef } from "react";
import { Field } from "@/app/_components/field";
import { useFocusFirstError } from "@/app/_components/focus-first-error";
import { HiddenFields } from "@/app/_components/hidden-fields";
import { Notice } from "@/app/_components/notice";
import { ProblemText } from "@/app/_components/problem-text";
import { SubmitButton } from "@/app/_components/submit-button";
import { askForLink, type ForgotState } from "@/app/(hosted)/forgot-password/actions";
import type { Origin } from "@/app/(hosted)/forgot-password/origin";

/** One address; afterwards the same sentence for everybody.
 *  @param children the way back */
export function ForgotForm({ origin, children }: { origin: Origin; children?: ReactNode }) {
  const t = useTranslations();
  const [state, action] = useActionState<ForgotState, FormData>(askForLink, {});
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, state);
  const wrong = state.fields?.email;
  return (
    <form ref={form} action={action} noValidate className="space-y-5">
      <HiddenFields values={{ ...origin }} />
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
      {children}
    </form>
  );
}
