import { resource } from "@/lib/http/resource";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";
import { serveVerifyOtp } from "@/lib/oidc/sign-in/login-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthRoute("public", serveVerifyOtp),
});
