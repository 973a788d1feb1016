import { crossOriginResource } from "@/lib/oidc/http/cross-origin";
import { oauthFormRoute } from "@/lib/oidc/http/oauth-route";
import { serveToken } from "@/lib/oidc/token/token-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: oauthFormRoute("public", serveToken),
});
