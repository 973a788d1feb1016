import { crossOriginResource } from "@/lib/oidc/http/cross-origin";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";
import { serveUserinfo } from "@/lib/oidc/userinfo/userinfo-endpoint";

const userinfo = oauthRoute("private", serveUserinfo);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  GET: userinfo,
  POST: userinfo,
});
