import type { Configuration } from "oidc-provider";
import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import type { ServiceError } from "@/lib/errors";
import { currentExchange } from "@/lib/oidc/exchange";
import { escapeHtml, page } from "@/lib/oidc/page";
import { lookOf, type PageLook } from "@/lib/oidc/page-look";
import { asOAuthError, type OAuthError, oauthErrorResponse } from "@/lib/oidc/render-error";
import { type WayBack, wayBackTo } from "@/lib/oidc/way-back";

type Told = Pick<OAuthError, "status" | "error" | "description" | "errorCode">;

/** What a person sees when a request for authorization or logout can't go on and there is no address that
 *  may be trusted to send them back to.
 *  @param request whose language it is told in
 *  @param scope whose page it is, when that is known */
export async function errorPage(
  request: Request,
  { status, error, description, errorCode }: Told,
  scope: TenantScope | null = null,
): Promise<Response> {
  const look = await lookOf(request, scope);
  const { t } = look;
  const busy = status === 429 || status === 503;
  const ours = status >= 500 || busy;
  const patience = t(status === 429 ? "oauth.limited" : "problem.overloaded");
  const intro = busy ? patience : t(ours ? "error.intro" : "oauth.refused");
  // For the people who run the application: as the protocol says it, in English.
  const details = `<p class="details" lang="en" dir="ltr"><code>${escapeHtml([error, errorCode].filter(Boolean).join(" · "))}</code><br>${escapeHtml(description)}</p>`;
  return page(
    t(ours ? "error.title" : "oauth.refusedTitle"),
    `<p>${escapeHtml(intro)}</p>${details}`,
    {
      status,
      look,
    },
  );
}

/** The same for a refusal of ours, on the pages of the relying party that the address names. */
export async function refusalPage(refusal: ServiceError, request: Request): Promise<Response> {
  const told = asOAuthError(refusal);
  // Nobody is sent away for having come too often; a program that asks for no page is told as elsewhere.
  const busy = told.status === 429 || told.status === 503;
  if (busy && !(request.headers.get("accept") ?? "").includes("html"))
    return oauthErrorResponse(told);
  // Whose page it is would be asked of the database that just failed to answer.
  const scope = refusal.reason === "unavailable" ? null : (await namedClient(request))?.scope;
  const response = await errorPage(request, told, scope);
  if (told.retryAfterSeconds !== undefined)
    response.headers.set("retry-after", String(Math.max(1, Math.ceil(told.retryAfterSeconds))));
  return response;
}

/** A sign-in that is over: it leads back to where another one begins. */
export async function expiredPage(request: Request): Promise<Response> {
  const back = await namedClient(request);
  const look = await lookOf(request, back?.scope ?? null);
  const { t } = look;
  const way = back && wayOn(look, back, "primary");
  return page(t("expired.title"), `<p>${escapeHtml(t("expired.intro"))}</p>${way ?? ""}`, {
    status: 400,
    look,
  });
}

/** A link to where an application is found, or nothing for one without a web address. */
export function wayOn({ t }: PageLook, { name, href }: WayBack, look: "primary" | "quiet"): string {
  if (!href) return "";
  const label = t("expired.again", { client: name ?? t("security.title") });
  return `<p class="actions"><a class="button ${look}" href="${escapeHtml(href)}" rel="noreferrer">${escapeHtml(label)}</a></p>`;
}

/** The relying party that an address names; null as well when it can't be looked up, which is what many a
 *  refusal is about. */
async function namedClient({ url }: Request): Promise<WayBack | null> {
  const { searchParams } = new URL(url);
  const id = searchParams.get("client") ?? searchParams.get("client_id");
  return id ? wayBackTo(id).catch(() => null) : null;
}

/** The provider's own errors, where it would render a page. */
export const renderProviderError: NonNullable<Configuration["renderError"]> = async (
  ctx,
  { error, error_description },
  cause,
) => {
  // Nobody will see it (serve.ts).
  if (error === "server_error") return;
  const headers = new Headers();
  for (const name of ["accept-language", "cookie"]) headers.set(name, ctx.get(name));
  const request = new Request(new URL(ctx.url, config().baseUrl), { headers });
  const told = { status: ctx.status, error, description: error_description ?? "" };
  const response =
    cause.name === "SessionNotFound"
      ? await expiredPage(request)
      : await errorPage(request, told, currentExchange().scope);
  for (const [name, value] of response.headers) ctx.set(name, value);
  ctx.body = await response.text();
};
