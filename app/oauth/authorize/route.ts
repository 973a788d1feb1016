import { resource } from "@/lib/http/resource";
import { formToQuery } from "@/lib/oidc/http/form-to-query";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";
import { refusalPage } from "@/lib/oidc/pages/error-page";
import { serveAuthorize } from "@/lib/oidc/sign-in/authorize-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveAuthorize, refusalPage),
  POST: oauthRoute("public", formToQuery, refusalPage),
});
