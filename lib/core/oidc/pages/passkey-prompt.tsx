import { SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  /** Creates a passkey instead of requesting one. */
  makes?: boolean;
  primary?: boolean;
  children: string;
}

/** Contents of a form that requests or creates a passkey (browser/use-passkey.ts): a button, a field for the
 *  answer, and the messages of a prompt without a result. The form itself has the options. */
export function PasskeyPrompt({ look: { t }, makes = false, primary = false, children }: Props) {
  return (
    <>
      <input type="hidden" name="passkey" />
      <SubmitButton
        look={primary ? "primary" : "quiet"}
        className="full"
        name="intent"
        value="passkey"
        data-passkey=""
      >
        {children}
      </SubmitButton>
      <p
        role="status"
        className="soft small"
        data-passkey-note=""
        data-notallowederror={t(makes ? "passkey.notMade" : "passkey.notUsed")}
        data-invalidstateerror={t("passkey.known")}
        data-securityerror={t("passkey.wrongAddress")}
        data-other={t("passkey.failed")}
      />
    </>
  );
}

/** Attributes of a form that requests a passkey.
 *  @param options `PublicKeyCredentialRequestOptionsJSON`
 *  @param now whether the prompt starts with the page */
export function asksForPasskey(options: object, now = false) {
  return { "data-passkey-get": JSON.stringify(options), ...(now && { "data-passkey-now": "" }) };
}

/** Attributes of a form that creates a passkey.
 *  @param options `PublicKeyCredentialCreationOptionsJSON` */
export function makesPasskey(options: object) {
  return { "data-passkey-create": JSON.stringify(options) };
}
