import { CodeField } from "@/app/(hosted)/account-security/code-field";
import type { AwaitedProof } from "@/app/(hosted)/account-security/wanted";
import type { PasskeyChallenge } from "@/lib/core/factors/factor";
import { factors } from "@/lib/core/factors/factors";
import type { ProofMethod } from "@/lib/core/login/what-to-show";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import { Notice } from "@/lib/core/oidc/pages/notice";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { asksForPasskey, PasskeyPrompt } from "@/lib/core/oidc/pages/passkey-prompt";
import { PasswordField } from "@/lib/core/oidc/pages/password-field";
import type { Problem } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";
import { UsernameField } from "@/lib/core/oidc/pages/username-field";

/** Reasons for which a proof was refused. */
export interface ProofRefusal {
  wrong?:
    | "passwordEmpty"
    | "passwordWrong"
    | "codeEmpty"
    | "codeShape"
    | "codeWrong"
    | "passkeyWrong";
  problem?: Problem;
}

interface Props {
  look: PageLook;
  /** Null when this page can accept no method that suffices. */
  method: ProofMethod | null;
  passkey: PasskeyChallenge | null;
  email: string;
  /** Code that was requested by email. */
  code: AwaitedProof["code"];
  refusal: ProofRefusal | undefined;
}

/** Form for one method of proof. */
export function ProofForm(props: Props) {
  const { look, method, passkey, refusal } = props;
  if (method === "passkey" && passkey)
    return <ByPasskey look={look} passkey={passkey} refusal={refusal} />;
  if (method === "password") return <ByPassword {...props} />;
  if (method === "totp" || method === "recovery_code") {
    const label = method === "totp" ? "security.app.code" : "code.recoveryLabel";
    return <ByCode {...props} label={look.t(label)} digits={factors[method].digits} />;
  }
  if (method === "email_otp") return <ByEmail {...props} />;
  return (
    <>
      <ProblemNotice look={look} problem={refusal?.problem} />
      {!refusal && <p>{look.t("confirm.none")}</p>}
    </>
  );
}

function ByPasskey({
  look,
  passkey: { token, passkey },
  refusal,
}: Pick<Props, "look" | "refusal"> & { passkey: PasskeyChallenge }) {
  const { t } = look;
  return (
    <Form hidden={{ method: "passkey", token }} data={asksForPasskey(passkey)}>
      <ProblemNotice look={look} problem={refusal?.problem} />
      {refusal?.wrong && (
        <Notice tone="danger" focus>
          {t(`confirm.${refusal.wrong}`, { length: 0 })}
        </Notice>
      )}
      <PasskeyPrompt look={look} primary>
        {t("passkey.use")}
      </PasskeyPrompt>
      <p data-without-passkey="" className="soft">
        {t("confirm.passkeyWithout")}
      </p>
    </Form>
  );
}

function ByPassword({ look, email, refusal }: Props) {
  const { t } = look;
  const wrong = refusal?.wrong;
  return (
    <Form hidden={{ method: "password" }}>
      <UsernameField email={email} />
      <ProblemNotice look={look} problem={refusal?.problem} />
      <PasswordField
        look={look}
        name="password"
        label={t("common.password")}
        autoComplete="current-password"
        error={wrong && t(`confirm.${wrong}`, { length: 0 })}
        // The page has one question
        autoFocus
      />
      <SubmitButton>{t("confirm.submit")}</SubmitButton>
    </Form>
  );
}

interface TypedProps extends Props {
  label: string;
  digits: number;
}

function ByCode({ look, method, label, digits, refusal }: TypedProps) {
  const { t } = look;
  const wrong = refusal?.wrong;
  return (
    <Form hidden={{ method: method ?? "" }}>
      <ProblemNotice look={look} problem={refusal?.problem} focus={false} />
      <CodeField
        label={label}
        digits={digits}
        error={wrong && t(`confirm.${wrong}`, { length: digits })}
        autoFocus
      />
      <SubmitButton name="intent" value="enter">
        {t("confirm.submit")}
      </SubmitButton>
    </Form>
  );
}

/** Form of a mailed code. The code is sent when its owner requests it, and not because a page was opened. */
function ByEmail(props: Props) {
  const { look, code, email, refusal } = props;
  const { t } = look;
  return (
    <div className="stack">
      {code && (
        <>
          <p>{t(code.sent ? "confirm.sent" : "code.withheld", { email })}</p>
          <ByCode {...props} label={t("code.label")} digits={code.length} />
        </>
      )}
      <Form hidden={{ method: "email_otp" }} className={code ? "centred" : "stack"}>
        {!code && (
          <>
            <ProblemNotice look={look} problem={refusal?.problem} />
            <p>{t("confirm.willSend", { email })}</p>
          </>
        )}
        <SubmitButton look={code ? "link" : "primary"} name="intent" value="send">
          {t(code ? "code.resend" : "confirm.send")}
        </SubmitButton>
      </Form>
    </div>
  );
}
