"use client";

import { useTranslations } from "next-intl";
import { useActionState, useRef } from "react";
import { useFocusFirstError } from "@/app/_components/focus-first-error";
import { Notice } from "@/app/_components/notice";
import { PasswordField } from "@/app/_components/password-field";
import { ProblemText } from "@/app/_components/problem-text";
import { SubmitButton } from "@/app/_components/submit-button";
import { type ChosenState, choosePassword } from "@/app/(hosted)/_link/actions";

/** Chooses a password. Once: it can be looked at, which is kinder than typing it twice. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations();
  const [state, action] = useActionState<ChosenState, FormData>(choosePassword, {});
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, state);
  if (state.expired)
    return (
      <Notice tone="danger" focus>
        <strong className="block">{t("setPassword.expiredTitle")}</strong>
        {t("setPassword.expired")}
      </Notice>
    );
  const wrong = state.fields?.password;
  const error =
    wrong === "empty"
      ? t("problem.passwordEmpty")
      : wrong && t(`passwordRefusal.${wrong.why}`, { count: wrong.count ?? 0 });
  return (
    <form ref={form} action={action} noValidate className="space-y-5">
      {state.problem && (
        <Notice tone="danger" focus key={state.problem.at}>
          <ProblemText problem={state.problem} />
        </Notice>
      )}
      {/* Password managers file the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="password"
        label={t("setPassword.label")}
        autoComplete="new-password"
        hint={t("setPassword.hint")}
        error={error}
      />
      <SubmitButton>{t("setPassword.submit")}</SubmitButton>
    </form>
  );
}
