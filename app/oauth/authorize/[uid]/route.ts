import { resource } from "@/lib/http/resource";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";
import { refusalPage } from "@/lib/oidc/pages/error-page";
import { serveResume } from "@/lib/oidc/sign-in/resume-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveResume, refusalPage),
});
