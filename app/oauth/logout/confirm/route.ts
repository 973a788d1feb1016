import { resource } from "@/lib/http/resource";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";
import { serveLogoutConfirmation } from "@/lib/oidc/logout/logout-endpoint";
import { refusalPage } from "@/lib/oidc/pages/error-page";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthRoute("public", serveLogoutConfirmation, refusalPage),
});
