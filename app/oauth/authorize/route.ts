import { resource } from "@/lib/http/resource";
import { serveAuthorize } from "@/lib/oidc/authorize-endpoint";
import { refusalPage } from "@/lib/oidc/error-page";
import { oauthRoute } from "@/lib/oidc/oauth-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveAuthorize, refusalPage),
});
