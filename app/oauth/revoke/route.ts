import { crossOriginResource } from "@/lib/oidc/http/cross-origin";
import { oauthFormRoute } from "@/lib/oidc/http/oauth-route";
import { serveRevocation } from "@/lib/oidc/issued-tokens/revoke-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: oauthFormRoute("public", serveRevocation),
});
