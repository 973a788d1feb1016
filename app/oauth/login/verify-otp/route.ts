import { resource } from "@/lib/http/resource";
import { serveVerifyOtp } from "@/lib/oidc/login-endpoint";
import { oauthRoute } from "@/lib/oidc/oauth-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthRoute("public", serveVerifyOtp),
});
