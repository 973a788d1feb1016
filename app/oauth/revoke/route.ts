import { resource } from "@/lib/http/resource";
import { corsPreflight } from "@/lib/oidc/http/cors-preflight";
import { oauthFormRoute } from "@/lib/oidc/http/oauth-route";
import { serveRevocation } from "@/lib/oidc/issued-tokens/revoke-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  { POST: oauthFormRoute("public", serveRevocation) },
  corsPreflight,
);
