import { SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  /** A passkey is made, not asked for. */
  makes?: boolean;
  primary?: boolean;
  children: string;
}

/** What a form needs that asks for a passkey or makes one (browser/use-passkey.ts): a button, a field for the answer, and
 *  what to say of a prompt that brought none. The form itself has the options. */
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

/** The attributes of a form that asks for a passkey.
 *  @param options `PublicKeyCredentialRequestOptionsJSON`
 *  @param now the page asks as soon as it is there */
export function asksForPasskey(options: object, now = false) {
  return { "data-passkey-get": JSON.stringify(options), ...(now && { "data-passkey-now": "" }) };
}

/** The attributes of a form that makes a passkey.
 *  @param options `PublicKeyCredentialCreationOptionsJSON` */
export function makesPasskey(options: object) {
  return { "data-passkey-create": JSON.stringify(options) };
}
