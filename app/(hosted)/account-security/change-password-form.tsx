"use client";

import { useTranslations } from "next-intl";
import { useActionState, useRef } from "react";
import { useFocusFirstError } from "@/app/_components/focus-first-error";
import { HiddenFields } from "@/app/_components/hidden-fields";
import { Notice } from "@/app/_components/notice";
import { PasswordField } from "@/app/_components/password-field";
import { ProblemText } from "@/app/_components/problem-text";
import { SubmitButton } from "@/app/_components/submit-button";
import { changeOwnPassword } from "@/app/(hosted)/account-security/actions";
import type { ChangeState } from "@/app/(hosted)/account-security/change-state";
import type { NamedPlace } from "@/lib/oidc/own-client";

/** The present password proves who asks; the new one is typed once, and can be looked at. */
export function ChangePasswordForm({ place, email }: { place: NamedPlace; email: string }) {
  const t = useTranslations();
  const [state, action] = useActionState<ChangeState, FormData>(changeOwnPassword, {});
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, state);
  return (
    <form ref={form} action={action} noValidate className="max-w-md space-y-5">
      <HiddenFields values={{ ...place }} />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {state.problem && (
        <Notice tone="danger" focus key={state.problem.at}>
          <ProblemText problem={state.problem} />
        </Notice>
      )}
      <PasswordField
        name="current"
        label={t("security.current")}
        autoComplete="current-password"
        error={useCurrentError(state)}
      />
      <PasswordField
        name="new"
        label={t("security.new")}
        autoComplete="new-password"
        hint={t("setPassword.hint")}
        error={useNewError(state)}
      />
      <div className="flex items-center gap-3">
        <input
          type="checkbox"
          id="others"
          name="others"
          defaultChecked
          className="size-6 shrink-0 accent-accent"
        />
        <label htmlFor="others">{t("security.endOthersToo")}</label>
      </div>
      <SubmitButton look="quiet">{t("security.change")}</SubmitButton>
    </form>
  );
}

function useCurrentError({ fields }: ChangeState): string | null {
  const t = useTranslations();
  if (fields?.current === "empty") return t("problem.passwordEmpty");
  return fields?.current === "wrong" ? t("security.wrongCurrent") : null;
}

function useNewError({ fields }: ChangeState): string | null {
  const t = useTranslations();
  const wrong = fields?.new;
  if (!wrong) return null;
  if (wrong === "empty") return t("problem.passwordEmpty");
  return t(`passwordRefusal.${wrong.why}`, { count: wrong.count ?? 0 });
}
