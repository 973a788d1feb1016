import { resource } from "@/lib/http/resource";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";
import { refusalPage } from "@/lib/oidc/pages/error-page";
import { serveAuthorize, serveAuthorizeForm } from "@/lib/oidc/sign-in/authorize-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveAuthorize, refusalPage),
  POST: oauthRoute("public", serveAuthorizeForm, refusalPage),
});
