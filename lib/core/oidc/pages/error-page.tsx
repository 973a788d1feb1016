import { type WayBack, wayBackTo } from "@/lib/core/oidc/applications/way-back";
import {
  asOAuthError,
  type OAuthError,
  oauthErrorResponse,
} from "@/lib/core/oidc/http/render-error";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookOf } from "@/lib/core/oidc/pages/page-look";
import { WayOn } from "@/lib/core/oidc/pages/way-on";
import type { TenantScope } from "@/lib/kernel/caller";
import type { ServiceError } from "@/lib/kernel/errors";

type ShownError = Pick<
  OAuthError,
  "status" | "error" | "description" | "errorCode" | "retryAfterSeconds"
>;

/** Page for a person whose authorization or logout request failed, when no address can be
 *  trusted for a redirect.
 *  @param request request whose language the page uses
 *  @param scope scope of the branding, when that is known */
export async function errorPage(
  request: Request,
  shown: ShownError,
  scope: TenantScope | null = null,
): Promise<Response> {
  const { status, error, description, errorCode, retryAfterSeconds } = shown;
  const look = await lookOf(request, scope);
  const { t } = look;
  const ours = status >= 500 || status === 429;
  return pageResponse(look, {
    title: t(ours ? "error.title" : "oauth.refusedTitle"),
    intro: t(introOf(shown)),
    status,
    retryAfterSeconds,
    // For developers of the application: the protocol's terms, in English.
    content: (
      <p className="details" lang="en" dir="ltr">
        <code>{[error, errorCode].filter(Boolean).join(" · ")}</code>
        <br />
        {description}
      </p>
    ),
  });
}

function introOf({ status, errorCode }: ShownError) {
  if (status === 429) return "oauth.limited";
  if (status === 503)
    return errorCode === "service_overloaded" ? "problem.overloaded" : "problem.unavailable";
  return status >= 500 ? "error.intro" : "oauth.refused";
}

/** Like `errorPage`, for a refusal of ours, with the branding of the relying party in the address. */
export async function refusalPage(refusal: ServiceError, request: Request): Promise<Response> {
  const shown = asOAuthError(refusal);
  // A person sees a page when they exceed a limit. A program, which does not accept HTML,
  // gets the usual error.
  const busy = shown.status === 429 || shown.status === 503;
  if (busy && !(request.headers.get("accept") ?? "").includes("html"))
    return oauthErrorResponse(shown);
  // Reading the branding would query the database that has just failed.
  const scope = refusal.reason === "unavailable" ? null : (await namedClient(request))?.scope;
  return errorPage(request, shown, scope);
}

/** Page of a sign-in that has expired. It links to the start of another one. */
export async function expiredPage(request: Request): Promise<Response> {
  const back = await namedClient(request);
  const look = await lookOf(request, back?.scope ?? null);
  const { t } = look;
  return pageResponse(look, {
    title: t("expired.title"),
    intro: t("expired.intro"),
    status: 400,
    content: <WayOn look={look} back={back} primary />,
  });
}

/** Page for an unknown address.
 *  @param suggestion a path of the API description with a similar spelling */
export async function missingPage(
  request: Request,
  suggestion: string | null = null,
): Promise<Response> {
  const look = await lookOf(request, null);
  const { t } = look;
  return pageResponse(look, {
    title: t("error.missingTitle"),
    intro: t("error.missing"),
    status: 404,
    // For developers of clients, in English like the API's own answers.
    content:
      suggestion === null ? null : (
        <p className="details" lang="en" dir="ltr">
          Did you mean <code>{suggestion}</code>?
        </p>
      ),
  });
}

/** Relying party in an address, and the page at which the sign-in started. Null also when the lookup fails,
 *  which may be the reason of the refusal. */
export async function namedClient({ url }: Request): Promise<WayBack | null> {
  const { searchParams } = new URL(url);
  const id = searchParams.get("client") ?? searchParams.get("client_id");
  const from = searchParams.get("from") ?? searchParams.get("redirect_uri");
  return id ? wayBackTo(id, from).catch(() => null) : null;
}
