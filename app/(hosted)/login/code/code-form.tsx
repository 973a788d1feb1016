import type { PendingLogin } from "@/app/(hosted)/_sign-in/pending-login";
import type { CodeRefusal } from "@/app/(hosted)/login/code/code-refusal";
import { now } from "@/lib/clock";
import { Field } from "@/lib/oidc/pages/field";
import { Form, SubmitButton } from "@/lib/oidc/pages/form";
import { Notice } from "@/lib/oidc/pages/notice";
import type { PageLook } from "@/lib/oidc/pages/page-look";
import { ProblemNotice } from "@/lib/oidc/pages/problem-notice";
import { Wait } from "@/lib/oidc/pages/wait";

interface Props {
  look: PageLook;
  pending: PendingLogin;
  refusal: CodeRefusal | undefined;
  typed: string;
  trusted: boolean;
}

/** One field for the whole code, so that it can be pasted and filled in by the system. What is to be chosen comes before
 *  it: the last digit sends the form. */
export function CodeForm({ look, pending, refusal, typed, trusted }: Props) {
  const { t } = look;
  const { codeLength: length, trustedDeviceDays: days } = pending;
  const wrong = refusal?.wrong;
  return (
    <Form>
      <ProblemNotice look={look} problem={refusal?.problem} focus={false} />
      {!refusal && !pending.sent && <Notice tone="danger">{t("code.withheld")}</Notice>}
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
  const seconds = Math.ceil((resendAt.getTime() - now().getTime()) / 1000);
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
