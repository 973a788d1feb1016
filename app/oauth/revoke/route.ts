import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { oauthFormRoute } from "@/lib/core/oidc/http/oauth-route";
import { serveRevocation } from "@/lib/core/oidc/issued-tokens/revoke-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: oauthFormRoute("public", serveRevocation),
});
