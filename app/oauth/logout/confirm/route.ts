import { resource } from "@/lib/http/resource";
import { refusalPage } from "@/lib/oidc/error-page";
import { serveLogoutConfirmation } from "@/lib/oidc/logout-endpoint";
import { oauthRoute } from "@/lib/oidc/oauth-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthRoute("public", serveLogoutConfirmation, refusalPage),
});
