import { resource } from "@/lib/core/http/resource";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { refusalPage } from "@/lib/core/oidc/pages/error-page";
import { serveResume } from "@/lib/core/oidc/sign-in/resume-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveResume, refusalPage),
});
