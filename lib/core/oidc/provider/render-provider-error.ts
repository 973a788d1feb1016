import type { Configuration } from "oidc-provider";
import { errorPage, expiredPage } from "@/lib/core/oidc/pages/error-page";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { config } from "@/lib/kernel/config/config";

/** Renders an error of the provider where it would show a page of its own. */
export const renderProviderError: NonNullable<Configuration["renderError"]> = async (
  ctx,
  { error, error_description },
  cause,
) => {
  // This page is never sent: passToProvider throws the error.
  if (error === "server_error") return;
  const headers = new Headers();
  for (const name of ["accept-language", "cookie"]) headers.set(name, ctx.get(name));
  const request = new Request(new URL(ctx.url, config().baseUrl), { headers });
  const shown = { status: ctx.status, error, description: error_description ?? "" };
  const response =
    cause.name === "SessionNotFound"
      ? await expiredPage(request)
      : await errorPage(request, shown, currentProviderRequest().scope);
  for (const [name, value] of response.headers) ctx.set(name, value);
  ctx.body = await response.text();
};
