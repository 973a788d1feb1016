import { resource } from "@/lib/http/resource";
import { servePreflight } from "@/lib/oidc/login-endpoint";
import { oauthRoute } from "@/lib/oidc/oauth-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthRoute("public", servePreflight),
});
