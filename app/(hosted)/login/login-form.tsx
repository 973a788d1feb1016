"use client";

import { useTranslations } from "next-intl";
import { useActionState, useRef } from "react";
import { Field } from "@/app/_components/field";
import { useFocusFirstError } from "@/app/_components/focus-first-error";
import { HiddenFields } from "@/app/_components/hidden-fields";
import { MoveOn } from "@/app/_components/move-on";
import { Notice } from "@/app/_components/notice";
import { PasswordField } from "@/app/_components/password-field";
import { ProblemText } from "@/app/_components/problem-text";
import { SubmitButton } from "@/app/_components/submit-button";
import type { SignInAddress } from "@/app/(hosted)/_interaction/sign-in-address";
import { signIn } from "@/app/(hosted)/login/actions";
import { useSignedInElsewhere } from "@/app/(hosted)/login/signed-in-elsewhere";
import type { SignInState } from "@/app/(hosted)/login/state";

interface Props {
  address: SignInAddress;
  loginHint: string | null;
  forgotHref: string;
}

/** Address and password on one form, as password managers know it. */
export function LoginForm({ address, loginHint, forgotHref }: Props) {
  const t = useTranslations();
  const [state, action] = useActionState<SignInState, FormData>(signIn, {});
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, state);
  const moveOn = useSignedInElsewhere(address) ?? state.moveOn;
  if (moveOn) return <MoveOn to={moveOn} />;
  const email = state.email ?? loginHint ?? "";
  const error = (name: "email" | "password") => {
    const key = state.fields?.[name];
    return key ? t(`problem.${key}`) : null;
  };
  return (
    <form ref={form} action={action} noValidate className="space-y-5">
      <HiddenFields values={{ ...address }} />
      {state.problem && (
        <Notice tone="danger" focus key={state.problem.at}>
          <ProblemText problem={state.problem} />
        </Notice>
      )}
      <Field
        name="email"
        type="email"
        label={t("common.email")}
        defaultValue={email}
        key={`email-${email}`}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={error("email")}
      />
      <PasswordField
        name="password"
        label={t("common.password")}
        autoComplete="current-password"
        error={error("password")}
      />
      <SubmitButton>{t("login.submit")}</SubmitButton>
      <p className="text-center">
        <a
          href={forgotHref}
          className="text-link inline-flex min-h-11 items-center text-[0.9375rem]"
        >
          {t("login.forgot")}
        </a>
      </p>
    </form>
  );
}
