import { resource } from "@/lib/core/http/resource";
import { oauthFormRoute } from "@/lib/core/oidc/http/oauth-route";
import { serveIntrospection } from "@/lib/core/oidc/issued-tokens/introspect-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthFormRoute("public", serveIntrospection),
});
