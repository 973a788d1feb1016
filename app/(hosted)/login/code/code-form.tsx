import type { PendingCode } from "@/app/(hosted)/_sign-in/pending-login";
import type { CodeRefusal } from "@/app/(hosted)/login/code/code-refusal";
import {
  type LastCode,
  LastCodeState,
  secondsUntil,
} from "@/app/(hosted)/login/code/last-code-state";
import { OtherWays } from "@/app/(hosted)/login/code/other-ways";
import { Trust } from "@/app/(hosted)/login/code/trust";
import { Field } from "@/lib/core/oidc/pages/field";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import { Notice } from "@/lib/core/oidc/pages/notice";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";
import { Wait } from "@/lib/core/oidc/pages/wait";

interface Props {
  look: PageLook;
  pending: PendingCode;
  /** Present when no code was sent, and the last one is still to be used. */
  lastCode: LastCode | null;
  refusal: CodeRefusal | undefined;
  typed: string;
  trusted: boolean;
}

type MailedCode = Extract<PendingCode, { type: "email_otp" }>;

function labelOf(type: PendingCode["type"]) {
  if (type === "email_otp") return "code.label";
  return type === "totp" ? "code.appLabel" : "code.recoveryLabel";
}

/** Form of a code. It has one field for the whole code, so that it can be pasted and filled in by the system.
 *  Choices come before it: the last digit sends the form. */
export function CodeForm({ look, pending, lastCode, refusal, typed, trusted }: Props) {
  const { t } = look;
  const { codeLength: length, trustedDeviceDays: days, type } = pending;
  const mailed = pending.type === "email_otp" ? pending : null;
  const wrong = refusal?.wrong;
  return (
    <Form>
      <ProblemNotice look={look} problem={refusal?.problem} focus={false}>
        {lastCode && refusal?.problem?.kind === "notResent" && (
          <LastCodeState look={look} lastCode={lastCode} />
        )}
      </ProblemNotice>
      {!refusal && lastCode && mailed && (
        <Withheld look={look} pending={mailed} lastCode={lastCode} />
      )}
      {!refusal && mailed?.resent && <Notice tone="good">{t("code.resent")}</Notice>}
      {days > 0 && <Trust look={look} days={days} trusted={trusted} />}
      <Field
        name="code"
        label={t(labelOf(type))}
        defaultValue={typed}
        inputMode="numeric"
        // A recovery code comes from paper: nothing that the system suggests would match.
        autoComplete={type === "recovery_code" ? "off" : "one-time-code"}
        maxLength={2 * length + 6}
        spellCheck={false}
        autoCorrect="off"
        dir="ltr"
        required
        className="code"
        data-digits={length}
        error={wrong && wordsFor(look, pending, wrong)}
        // The page has one question
        autoFocus
      />
      <SubmitButton name="intent" value="enter">
        {t("code.submit")}
      </SubmitButton>
      {mailed && <Resend look={look} pending={mailed} />}
      <OtherWays look={look} pending={pending} />
    </Form>
  );
}

function wordsFor({ t }: PageLook, { type, codeLength: length }: PendingCode, wrong: string) {
  if (wrong === "codeShape") return t("problem.codeShape", { length });
  return t(type === "email_otp" ? "problem.codeEmpty" : "problem.codeMissing");
}

function Withheld({
  look,
  pending: { resendAt },
  lastCode,
}: {
  look: PageLook;
  pending: MailedCode;
  lastCode: LastCode;
}) {
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

/** Button that sends another code. Without scripts no countdown runs, so the button is there at once and the
 *  server says when it is too soon. */
function Resend({ look: { t }, pending: { resendAt } }: { look: PageLook; pending: MailedCode }) {
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
