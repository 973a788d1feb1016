import { resource } from "@/lib/core/http/resource";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { servePreflight } from "@/lib/core/oidc/sign-in/login-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthRoute("public", servePreflight),
});
