import { resource } from "@/lib/http/resource";
import { preflight } from "@/lib/oidc/cors";
import { oauthRoute } from "@/lib/oidc/oauth-route";
import { serveToken } from "@/lib/oidc/token-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  { POST: oauthRoute("public", serveToken) },
  preflight,
);
