"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { HiddenFields } from "@/app/_components/hidden-fields";
import { MoveOn } from "@/app/_components/move-on";
import { Notice } from "@/app/_components/notice";
import { ProblemText } from "@/app/_components/problem-text";
import { SubmitButton } from "@/app/_components/submit-button";
import type { SignInAddress } from "@/app/(hosted)/_interaction/sign-in-address";
import { answerConsent, type ConsentState } from "@/app/(hosted)/consent/actions";

/** Two answers, equally easy to give. */
export function ConsentForm({ address }: { address: SignInAddress }) {
  const t = useTranslations("consent");
  const [state, action] = useActionState<ConsentState, FormData>(answerConsent, {});
  if (state.moveOn) return <MoveOn to={state.moveOn} />;
  return (
    <form action={action} className="space-y-5">
      <HiddenFields values={{ ...address }} />
      {state.problem && (
        <Notice tone="danger" focus key={state.problem.at}>
          <ProblemText problem={state.problem} />
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <SubmitButton look="quiet" name="answer" value="deny" className="w-full">
          {t("deny")}
        </SubmitButton>
        <SubmitButton name="answer" value="allow">
          {t("allow")}
        </SubmitButton>
      </div>
    </form>
  );
}
