"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { HiddenFields } from "@/app/_components/hidden-fields";
import { MoveOn } from "@/app/_components/move-on";
import { Notice } from "@/app/_components/notice";
import { ProblemText } from "@/app/_components/problem-text";
import { SubmitButton } from "@/app/_components/submit-button";
import type { SignInAddress } from "@/app/(hosted)/_interaction/sign-in-address";
import { goOnAsSignedIn } from "@/app/(hosted)/login/already";
import type { SignInState } from "@/app/(hosted)/login/state";

/** The way on for somebody who is signed in as another account than the application asks for. */
export function GoOnAs({ address, email }: { address: SignInAddress; email: string }) {
  const t = useTranslations("login");
  const [state, action] = useActionState<SignInState, FormData>(goOnAsSignedIn, {});
  if (state.moveOn) return <MoveOn to={state.moveOn} />;
  return (
    <form action={action} className="mt-4 space-y-4">
      <HiddenFields values={{ ...address }} />
      {state.problem && (
        <Notice tone="danger" focus key={state.problem.at}>
          <ProblemText problem={state.problem} />
        </Notice>
      )}
      <SubmitButton look="quiet" className="w-full">
        {t("goOnAs", { email })}
      </SubmitButton>
    </form>
  );
}
