import { resource } from "@/lib/core/http/resource";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { serveLogoutConfirmation } from "@/lib/core/oidc/logout/logout-endpoint";
import { refusalPage } from "@/lib/core/oidc/pages/error-page";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthRoute("public", serveLogoutConfirmation, refusalPage),
});
