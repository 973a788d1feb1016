import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { serveUserinfo } from "@/lib/core/oidc/userinfo/userinfo-endpoint";

const userinfo = oauthRoute("private", serveUserinfo);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  GET: userinfo,
  POST: userinfo,
});
