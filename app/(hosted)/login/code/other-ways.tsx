import { methodKey } from "@/app/(hosted)/_sign-in/method-key";
import type { PendingLogin } from "@/app/(hosted)/_sign-in/pending-login";
import { SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  pending: PendingLogin;
}

/** Other accepted methods, each a button of the form, and the link to another account. */
export function OtherWays({ look: { t }, pending: { methods, type } }: Props) {
  const others = methods.filter((method) => method !== type);
  return (
    <>
      {others.length > 0 && (
        <fieldset className="ways">
          <legend>{t("code.ways")}</legend>
          {others.map((method) => (
            <div key={method} {...(method === "passkey" && { "data-passkey": "" })}>
              <SubmitButton look="link" name="method" value={method}>
                {t(`code.way.${methodKey(method)}`)}
              </SubmitButton>
            </div>
          ))}
        </fieldset>
      )}
      <p className="centred">
        <SubmitButton look="link" name="intent" value="other">
          {t("code.other")}
        </SubmitButton>
      </p>
    </>
  );
}
