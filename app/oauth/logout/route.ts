import { resource } from "@/lib/core/http/resource";
import { formToQuery } from "@/lib/core/oidc/http/form-to-query";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { serveLogout } from "@/lib/core/oidc/logout/logout-endpoint";
import { refusalPage } from "@/lib/core/oidc/pages/error-page";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveLogout, refusalPage),
  POST: oauthRoute("public", formToQuery, refusalPage),
});
