import { resource } from "@/lib/http/resource";
import { refusalPage } from "@/lib/oidc/error-page";
import { serveLogout } from "@/lib/oidc/logout-endpoint";
import { oauthRoute } from "@/lib/oidc/oauth-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveLogout, refusalPage),
});
