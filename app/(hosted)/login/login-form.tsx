import type { LoginRefusal } from "@/app/(hosted)/login/login-refusal";
import type { PasskeyChallenge } from "@/lib/core/factors/factor";
import { EmailField } from "@/lib/core/oidc/pages/field";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { asksForPasskey, PasskeyPrompt } from "@/lib/core/oidc/pages/passkey-prompt";
import { PasswordField } from "@/lib/core/oidc/pages/password-field";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";

interface Props {
  look: PageLook;
  email: string;
  refusal?: LoginRefusal | undefined;
  /** Passkey that may replace address and password; null where the tenant accepts none. */
  passkey: PasskeyChallenge | null;
}

/** Form of address and password in one, as password managers expect. After a wrong password the next one can
 *  be typed at once; the problem is an alert, so that screen readers announce it all the same. */
export function LoginForm({ look, email, refusal, passkey }: Props) {
  const { t } = look;
  const fields = refusal?.fields;
  const rejected = refusal?.problem?.kind === "rejected";
  return (
    <Form
      {...(passkey && {
        data: asksForPasskey(passkey.passkey),
        hidden: { passkeyToken: passkey.token },
      })}
    >
      <input type="hidden" name="platform" />
      <ProblemNotice look={look} problem={refusal?.problem} focus={!rejected} />
      <EmailField
        label={t("common.email")}
        defaultValue={email}
        autoComplete={passkey ? "username webauthn" : "username"}
        error={fields?.email && t(`problem.${fields.email}`)}
        // The first field that is wrong
        autoFocus={Boolean(fields?.email)}
      />
      <PasswordField
        look={look}
        name="password"
        label={t("common.password")}
        autoComplete="current-password"
        error={fields?.password && t(`problem.${fields.password}`)}
        // The field to type again
        autoFocus={rejected || Boolean(fields?.password && !fields.email)}
      />
      <SubmitButton>{t("login.submit")}</SubmitButton>
      {passkey && <PasskeyPrompt look={look}>{t("passkey.signIn")}</PasskeyPrompt>}
      <p className="centred">
        <SubmitButton look="link" name="intent" value="forgot">
          {t("login.forgot")}
        </SubmitButton>
      </p>
    </Form>
  );
}
