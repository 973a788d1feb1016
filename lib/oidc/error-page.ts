import type { Configuration } from "oidc-provider";
import type { ServiceError } from "@/lib/errors";
import { escapeHtml, page, pageHeaders } from "@/lib/oidc/page";
import { asOAuthError } from "@/lib/oidc/render-error";

/** What a person sees when a request for authorization or logout can't go on and there is no address that
 *  may be trusted to send them back to. */
export function errorPage(status: number, error: string, description: string): Response {
  return page(
    status >= 500 ? "Something went wrong" : "This link does not work",
    `<p>The application that sent you here asked for something we can’t do. Go back to it and try again; if this stays, tell the people who run it.</p>
<p><code>${escapeHtml(error)}</code><br>${escapeHtml(description)}</p>`,
    { status },
  );
}

/** The same for a refusal of ours. */
export function refusalPage(refusal: ServiceError): Response {
  const { status, error, description, retryAfterSeconds } = asOAuthError(refusal);
  const response = errorPage(status, error, description);
  if (retryAfterSeconds !== undefined)
    response.headers.set("retry-after", String(Math.max(1, Math.ceil(retryAfterSeconds))));
  return response;
}

/** The provider's own errors, where it would render a page. */
export const renderProviderError: NonNullable<Configuration["renderError"]> = async (ctx, out) => {
  const response = errorPage(ctx.status, out.error, out.error_description ?? "");
  for (const [name, value] of Object.entries(pageHeaders())) ctx.set(name, value);
  ctx.body = await response.text();
};
