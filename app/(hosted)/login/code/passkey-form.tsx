import type { PendingPasskey } from "@/app/(hosted)/_sign-in/pending-login";
import type { CodeRefusal } from "@/app/(hosted)/login/code/code-refusal";
import { OtherWays } from "@/app/(hosted)/login/code/other-ways";
import { Trust } from "@/app/(hosted)/login/code/trust";
import { Form } from "@/lib/core/oidc/pages/form";
import { Notice } from "@/lib/core/oidc/pages/notice";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { asksForPasskey, PasskeyPrompt } from "@/lib/core/oidc/pages/passkey-prompt";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";

interface Props {
  look: PageLook;
  pending: PendingPasskey;
  refusal: CodeRefusal | undefined;
  trusted: boolean;
}

/** Asks for a passkey as the second factor. The browser prompts as soon as the page is loaded, unless the
 *  page has a message or a choice to show first. */
export function PasskeyForm({ look, pending, refusal, trusted }: Props) {
  const { t } = look;
  const { trustedDeviceDays: days, renewed } = pending;
  // Choices come before the prompt, which sends the form.
  const atOnce = !refusal && !renewed && days === 0;
  return (
    <Form data={asksForPasskey(pending.passkey, atOnce)}>
      <ProblemNotice look={look} problem={refusal?.problem} />
      {!refusal && renewed && <Notice tone="danger">{t("problem.passkeyOver")}</Notice>}
      {days > 0 && <Trust look={look} days={days} trusted={trusted} />}
      <PasskeyPrompt look={look} primary>
        {t("passkey.use")}
      </PasskeyPrompt>
      <p className="soft" data-without-passkey="">
        {t(pending.methods.length > 1 ? "passkey.otherWay" : "passkey.otherBrowser")}
      </p>
      <OtherWays look={look} pending={pending} />
    </Form>
  );
}
