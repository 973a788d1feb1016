import { refusedPassword } from "@/app/(hosted)/_link/refused-password";
import type { AccountRefusal } from "@/app/(hosted)/account-security/account-refusal";
import { Section } from "@/app/(hosted)/account-security/section";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { PasswordField } from "@/lib/core/oidc/pages/password-field";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";
import { UsernameField } from "@/lib/core/oidc/pages/username-field";

interface Props {
  look: PageLook;
  email: string;
  /** Whether there are trusted devices to forget. */
  hasDevices: boolean;
  action: string;
  refusal: AccountRefusal | undefined;
}

/** Form that changes the password. The current one proves the user; the new one is typed once, and can be
 *  shown. */
export function ChangePassword({ look, email, hasDevices, action, refusal }: Props) {
  const { t } = look;
  return (
    <Section id="password" title={t("security.password")} intro={t("security.passwordIntro")}>
      <Form action={action} className="stack narrow">
        <UsernameField email={email} />
        <ProblemNotice look={look} problem={refusal?.problem} />
        <PasswordField
          look={look}
          name="current"
          label={t("security.current")}
          autoComplete="current-password"
          error={currentError(look, refusal)}
          // The first field that is wrong
          autoFocus={Boolean(refusal?.current)}
        />
        <PasswordField
          look={look}
          name="new"
          label={t("security.new")}
          autoComplete="new-password"
          hint={t("setPassword.hint")}
          error={refusedPassword(look, refusal?.next)}
          // The first field that is wrong
          autoFocus={Boolean(refusal?.next && !refusal.current)}
        />
        <div className="choice">
          <input type="checkbox" id="others" name="others" defaultChecked />
          <label htmlFor="others">{t("security.endOthersToo")}</label>
        </div>
        {hasDevices && (
          <div className="choice">
            <input type="checkbox" id="forget-devices" name="devices" defaultChecked />
            <label htmlFor="forget-devices">{t("security.forgetDevicesToo")}</label>
          </div>
        )}
        <SubmitButton look="quiet">{t("security.change")}</SubmitButton>
      </Form>
    </Section>
  );
}

function currentError({ t }: PageLook, refusal: AccountRefusal | undefined): string | null {
  if (refusal?.current === "empty") return t("problem.passwordEmpty");
  return refusal?.current === "wrong" ? t("security.wrongCurrent") : null;
}
