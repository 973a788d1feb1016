import { resource } from "@/lib/http/resource";
import { oauthFormRoute } from "@/lib/oidc/http/oauth-route";
import { serveIntrospection } from "@/lib/oidc/issued-tokens/introspect-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthFormRoute("public", serveIntrospection),
});
