import { resource } from "@/lib/core/http/resource";
import { formToQuery } from "@/lib/core/oidc/http/form-to-query";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { refusalPage } from "@/lib/core/oidc/pages/error-page";
import { serveAuthorize } from "@/lib/core/oidc/sign-in/authorize-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveAuthorize, refusalPage),
  POST: oauthRoute("public", formToQuery, refusalPage),
});
