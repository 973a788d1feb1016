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

type Told = Pick<
  OAuthError,
  "status" | "error" | "description" | "errorCode" | "retryAfterSeconds"
>;

/** What a person sees when a request for authorization or logout can't go on, and no address can be trusted to send
 *  them back to.
 *  @param request whose language the page speaks
 *  @param scope whose page it is, when that is known */
export async function errorPage(
  request: Request,
  told: Told,
  scope: TenantScope | null = null,
): Promise<Response> {
  const { status, error, description, errorCode, retryAfterSeconds } = told;
  const look = await lookOf(request, scope);
  const { t } = look;
  const ours = status >= 500 || status === 429;
  return pageResponse(look, {
    title: t(ours ? "error.title" : "oauth.refusedTitle"),
    intro: t(introOf(told)),
    status,
    retryAfterSeconds,
    // For the people who run the application: the protocol's words, in English.
    content: (
      <p className="details" lang="en" dir="ltr">
        <code>{[error, errorCode].filter(Boolean).join(" · ")}</code>
        <br />
        {description}
      </p>
    ),
  });
}

function introOf({ status, errorCode }: Told) {
  if (status === 429) return "oauth.limited";
  if (status === 503)
    return errorCode === "service_overloaded" ? "problem.overloaded" : "problem.unavailable";
  return status >= 500 ? "error.intro" : "oauth.refused";
}

/** The same for a refusal of ours, on the pages of the relying party that the address names. */
export async function refusalPage(refusal: ServiceError, request: Request): Promise<Response> {
  const told = asOAuthError(refusal);
  // A person sees a page when they came too often. A program, which asks for no page, gets the error as elsewhere.
  const busy = told.status === 429 || told.status === 503;
  if (busy && !(request.headers.get("accept") ?? "").includes("html"))
    return oauthErrorResponse(told);
  // To look up whose page it is would ask the database that has just failed.
  const scope = refusal.reason === "unavailable" ? null : (await namedClient(request))?.scope;
  return errorPage(request, told, scope);
}

/** The page of a sign-in that is over. It leads back to where another one begins. */
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

/** The page of an address that leads nowhere.
 *  @param suggestion a path of the API's description that is spelled like it */
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
    // For whoever writes a client, in English as the API's own answers are.
    content:
      suggestion === null ? null : (
        <p className="details" lang="en" dir="ltr">
          Did you mean <code>{suggestion}</code>?
        </p>
      ),
  });
}

/** The relying party that an address names, and where the sign-in began. Null also when it can't be looked up, which
 *  may be why the request was refused. */
export async function namedClient({ url }: Request): Promise<WayBack | null> {
  const { searchParams } = new URL(url);
  const id = searchParams.get("client") ?? searchParams.get("client_id");
  const from = searchParams.get("from") ?? searchParams.get("redirect_uri");
  return id ? wayBackTo(id, from).catch(() => null) : null;
}
