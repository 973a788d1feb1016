import { resource } from "@/lib/http/resource";
import { formToQuery } from "@/lib/oidc/http/form-to-query";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";
import { serveLogout } from "@/lib/oidc/logout/logout-endpoint";
import { refusalPage } from "@/lib/oidc/pages/error-page";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveLogout, refusalPage),
  POST: oauthRoute("public", formToQuery, refusalPage),
});
