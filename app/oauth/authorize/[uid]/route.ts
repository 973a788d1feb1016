import { resource } from "@/lib/http/resource";
import { refusalPage } from "@/lib/oidc/error-page";
import { oauthRoute } from "@/lib/oidc/oauth-route";
import { serveResume } from "@/lib/oidc/resume-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: oauthRoute("public", serveResume, refusalPage),
});
