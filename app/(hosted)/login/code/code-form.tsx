import type { PendingLogin } from "@/app/(hosted)/_sign-in/pending-login";
import type { CodeRefusal } from "@/app/(hosted)/login/code/code-refusal";
import {
  type LastCode,
  LastCodeState,
  secondsUntil,
} from "@/app/(hosted)/login/code/last-code-state";
import { Field } from "@/lib/oidc/pages/field";
import { Form, SubmitButton } from "@/lib/oidc/pages/form";
import { Notice } from "@/lib/oidc/pages/notice";
import type { PageLook } from "@/lib/oidc/pages/page-look";
import { ProblemNotice } from "@/lib/oidc/pages/problem-notice";
import { Wait } from "@/lib/oidc/pages/wait";

interface Props {
  look: PageLook;
  pending: PendingLogin;
  /** There when no code was sent, and the last one has to do. */
  lastCode: LastCode | null;
  refusal: CodeRefusal | undefined;
  typed: string;
  trusted: boolean;
}

/** One field for the whole code, so that it can be pasted and filled in by the system. What is to be chosen comes before
 *  it: the last digit sends the form. */
export function CodeForm({ look, pending, lastCode, refusal, typed, trusted }: Props) {
  const { t } = look;
  const { codeLength: length, trustedDeviceDays: days } = pending;
  const wrong = refusal?.wrong;
  return (
    <Form>
      <ProblemNotice look={look} problem={refusal?.problem} focus={false}>
        {lastCode && refusal?.problem?.kind === "notResent" && (
          <LastCodeState look={look} lastCode={lastCode} />
        )}
      </ProblemNotice>
      {!refusal && lastCode && <Withheld look={look} pending={pending} lastCode={lastCode} />}
      {!refusal && pending.resent && <Notice tone="good">{t("code.resent")}</Notice>}
      {days > 0 && <Trust look={look} days={days} trusted={trusted} />}
      <Field
        name="code"
        label={t("code.label")}
        defaultValue={typed}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={length + 6}
        spellCheck={false}
        autoCorrect="off"
        dir="ltr"
        required
        className="code"
        data-digits={length}
        error={wrong && t(`problem.${wrong}`, { length })}
        // The page has one question
        autoFocus
      />
      <SubmitButton name="intent" value="enter">
        {t("code.submit")}
      </SubmitButton>
      <div className="centred">
        <Resend look={look} pending={pending} />
        <SubmitButton look="link" name="intent" value="other">
          {t("code.other")}
        </SubmitButton>
      </div>
    </Form>
  );
}

function Withheld({
  look,
  pending: { resendAt },
  lastCode,
}: Pick<Props, "look" | "pending"> & { lastCode: LastCode }) {
  const { t } = look;
  const seconds = secondsUntil(resendAt);
  return (
    <Notice tone="danger">
      {t("code.withheld")} <LastCodeState look={look} lastCode={lastCode} />
      {!lastCode.endsAt && seconds > 0 && (
        <>
          {" "}
          <Wait seconds={seconds} text={(time) => t("code.newCodeIn", { time })} />
        </>
      )}
    </Notice>
  );
}

function Trust({ look: { t }, days, trusted }: { look: PageLook; days: number; trusted: boolean }) {
  return (
    <div className="choice">
      <input
        type="checkbox"
        id="trust"
        name="trust"
        defaultChecked={trusted}
        aria-describedby="trust-hint"
      />
      <div>
        <label htmlFor="trust">{t("code.trust", { days })}</label>
        <p id="trust-hint" className="soft small">
          {t("code.trustHint")}
        </p>
      </div>
    </div>
  );
}

/** Without scripts nothing can count, so the button is there at once and the server says when it is too soon. */
function Resend({ look: { t }, pending: { resendAt } }: { look: PageLook; pending: PendingLogin }) {
  const seconds = secondsUntil(resendAt);
  const waits = seconds > 0;
  return (
    <div className="centred" data-waiting={waits ? "" : undefined}>
      {waits && (
        <Wait seconds={seconds} text={(time) => t("code.resendIn", { time })} className="waits" />
      )}
      <SubmitButton look="link" name="intent" value="resend">
        {t("code.resend")}
      </SubmitButton>
    </div>
  );
}
