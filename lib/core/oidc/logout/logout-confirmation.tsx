import { homeOf } from "@/lib/core/oidc/applications/way-back";
import { cookiesOf, sessionCookieName } from "@/lib/core/oidc/http/cookies";
import type { LogoutRequest } from "@/lib/core/oidc/logout/logout-request";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookOf } from "@/lib/core/oidc/pages/page-look";
import { WayOn } from "@/lib/core/oidc/pages/way-on";
import type { TenantScope } from "@/lib/kernel/caller";
import { equalHashes, keyedHash } from "@/lib/kernel/crypto/secrets";

/** Page that asks whether to sign out. The form's address contains the client too, but only for the
 *  branding of a refusal. */
export async function confirmationPage(request: Request, logout: LogoutRequest): Promise<Response> {
  const { scope, client, redirectTo } = logout;
  const look = await lookOf(request, scope);
  const { t } = look;
  const fields = {
    client_id: client.clientId,
    post_logout_redirect_uri: logout.postLogoutRedirectUri,
    state: logout.state,
    confirmation: confirmationOf(request, scope).toString("base64url"),
  };
  const hidden = Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
  );
  const back = { scope, name: client.name, href: homeOf(client) };
  return pageResponse(look, {
    title: t("oauth.signOutTitle"),
    intro: t("oauth.signOut", { client: client.name }),
    ...(redirectTo ? { formTarget: new URL(redirectTo).origin } : {}),
    content: (
      <div className="stack-tight">
        <Form
          action={`/oauth/logout/confirm?${new URLSearchParams({ client: client.clientId })}`}
          hidden={hidden}
        >
          <SubmitButton>{t("common.signOut")}</SubmitButton>
        </Form>
        <WayOn look={look} back={back} />
      </div>
    ),
  });
}

/** Whether a form is the confirmation page's that was shown for this browser's session. */
export function isConfirmed(form: URLSearchParams, request: Request, scope: TenantScope): boolean {
  const presented = Buffer.from(form.get("confirmation") ?? "", "base64url");
  return equalHashes(presented, confirmationOf(request, scope));
}

/** Binds a confirmation to the session for which it was shown. */
function confirmationOf(request: Request, { environmentId }: TenantScope): Buffer {
  const cookie = cookiesOf(request)(sessionCookieName(environmentId)) ?? "";
  return keyedHash("logout-confirmation", cookie);
}
