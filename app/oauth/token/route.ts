import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { oauthFormRoute } from "@/lib/core/oidc/http/oauth-route";
import { serveToken } from "@/lib/core/oidc/token/token-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: oauthFormRoute("public", serveToken),
});
