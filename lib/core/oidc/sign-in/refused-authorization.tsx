import { createHash } from "node:crypto";
import { withParameters } from "@/lib/core/oidc/http/with-parameters";
import { markupOf } from "@/lib/core/oidc/pages/markup";
import { lookOf } from "@/lib/core/oidc/pages/page-look";
import type { AuthorizeProblem } from "@/lib/core/oidc/sign-in/authorize-request";
import type { RefusalTarget } from "@/lib/core/oidc/sign-in/unread-request-object";
import { config } from "@/lib/kernel/config/config";

interface Refused extends RefusalTarget {
  /** A registered address of the client. An unknown response mode is answered in its query. */
  redirectUri: string;
}

/** Sends a refusal to the application in the requested response mode (OAuth 2.0 Multiple Response Type
 *  Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode §2). */
export async function refusedAuthorization(
  request: Request,
  { redirectUri, responseMode, state }: Refused,
  { error, description }: AuthorizeProblem,
): Promise<Response> {
  const answer = {
    error,
    error_description: description,
    ...(state !== null && { state }),
    // RFC 9207: the answer contains its issuer, so that a client of several issuers can't confuse them.
    iss: config().baseUrl,
  };
  return responseMode === "form_post"
    ? posted(request, redirectUri, answer)
    : redirected(redirectUri, answer);
}

function redirected(redirectUri: string, answer: Record<string, string>): Response {
  const location = withParameters(redirectUri, answer);
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

const SUBMIT = "document.forms[0].submit()";
const SUBMIT_HASH = createHash("sha256").update(SUBMIT).digest("base64");

/** Document with one form for the application, submitted by a script or else by a button. */
async function posted(
  request: Request,
  redirectUri: string,
  answer: Record<string, string>,
): Promise<Response> {
  const { locale, t } = await lookOf(request, null);
  const title = markupOf(<title>{t("common.continue")}</title>);
  const content = markupOf(
    <body>
      <form method="post" action={redirectUri}>
        {Object.entries(answer).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <noscript>
          <button type="submit">{t("common.continue")}</button>
        </noscript>
      </form>
      <script>{SUBMIT}</script>
    </body>,
  );
  const document = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">${title}</head>${content}</html>`;
  return new Response(document, {
    status: 400,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      // `form-action` is not set: browsers also apply it to the addresses to which the
      // application redirects the form.
      "content-security-policy": `default-src 'none'; script-src 'sha256-${SUBMIT_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    },
  });
}
