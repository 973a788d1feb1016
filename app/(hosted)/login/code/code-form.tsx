"use client";

import { useTranslations } from "next-intl";
import { useActionState, useRef } from "react";
import { Countdown } from "@/app/_components/countdown";
import { Field } from "@/app/_components/field";
import { useFocusFirstError } from "@/app/_components/focus-first-error";
import { HiddenFields } from "@/app/_components/hidden-fields";
import { useHydrated } from "@/app/_components/hydrated";
import { MoveOn } from "@/app/_components/move-on";
import { Notice } from "@/app/_components/notice";
import { ProblemText } from "@/app/_components/problem-text";
import { SubmitButton } from "@/app/_components/submit-button";
import type { SignInAddress } from "@/app/(hosted)/_interaction/sign-in-address";
import { enterCode } from "@/app/(hosted)/login/code/actions";
import { useSignedInElsewhere } from "@/app/(hosted)/login/signed-in-elsewhere";
import type { SignInState } from "@/app/(hosted)/login/state";

interface Props {
  address: SignInAddress;
  codeLength: number;
  /** For how many days this device may be trusted; 0 offers nothing. */
  trustedDeviceDays: number;
  resendInSeconds: number;
  /** No code was sent for this sign-in: an older one has to do. */
  withheld: boolean;
  /** Changes with every code that is asked for. */
  asked: string;
}

/** One field for the whole code, so that it can be pasted and filled in by the system. */
export function CodeForm(props: Props) {
  const t = useTranslations();
  const [state, action] = useActionState<SignInState, FormData>(enterCode, {});
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, state);
  const moveOn = useSignedInElsewhere(props.address) ?? state.moveOn;
  if (moveOn) return <MoveOn to={moveOn} />;
  const wrong = state.fields?.code;
  return (
    <form ref={form} action={action} noValidate className="space-y-5">
      <HiddenFields values={{ ...props.address }} />
      {state.problem && (
        <Notice tone="danger" focus key={state.problem.at}>
          <ProblemText problem={state.problem} />
        </Notice>
      )}
      {props.withheld && !state.problem && <Notice tone="danger">{t("code.withheld")}</Notice>}
      {state.resent && <Notice tone="good">{t("code.resent")}</Notice>}
      <Field
        name="code"
        label={t("code.label")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={props.codeLength + 6}
        spellCheck={false}
        autoCorrect="off"
        dir="ltr"
        required
        className="text-center text-xl font-semibold tracking-[0.35em] tabular-nums"
        error={wrong ? t(`problem.${wrong}`, { length: props.codeLength }) : null}
      />
      {props.trustedDeviceDays > 0 && <Trust days={props.trustedDeviceDays} />}
      <SubmitButton name="intent" value="enter">
        {t("code.submit")}
      </SubmitButton>
      <div className="flex flex-col items-center gap-1">
        <Resend seconds={props.resendInSeconds} key={props.asked} />
        <SubmitButton look="link" name="intent" value="other">
          {t("code.other")}
        </SubmitButton>
      </div>
    </form>
  );
}

function Trust({ days }: { days: number }) {
  const t = useTranslations("code");
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        id="trust"
        name="trust"
        aria-describedby="trust-hint"
        className="mt-0.5 size-6 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor="trust" className="font-medium">
          {t("trust", { days })}
        </label>
        <p id="trust-hint" className="text-sm text-soft">
          {t("trustHint")}
        </p>
      </div>
    </div>
  );
}

/** Without scripts nothing can count, so the button is there at once and the server says when it is too soon. */
function Resend({ seconds }: { seconds: number }) {
  const t = useTranslations("code");
  const button = (
    <SubmitButton look="link" name="intent" value="resend">
      {t("resend")}
    </SubmitButton>
  );
  if (!useHydrated()) return button;
  return (
    <Countdown
      seconds={seconds}
      during={(time) => (
        <span className="inline-flex min-h-11 items-center text-[0.9375rem] text-soft">
          {t("resendIn", { time })}
        </span>
      )}
      after={button}
    />
  );
}
