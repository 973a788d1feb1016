import { resource } from "@/lib/http/resource";
import { corsPreflight } from "@/lib/oidc/http/cors-preflight";
import { oauthFormRoute } from "@/lib/oidc/http/oauth-route";
import { serveToken } from "@/lib/oidc/token/token-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  { POST: oauthFormRoute("public", serveToken) },
  corsPreflight,
);
