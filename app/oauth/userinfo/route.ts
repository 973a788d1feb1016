import { resource } from "@/lib/http/resource";
import { preflight } from "@/lib/oidc/cors";
import { oauthRoute } from "@/lib/oidc/oauth-route";
import { serveUserinfo } from "@/lib/oidc/userinfo-endpoint";

const userinfo = oauthRoute("private", serveUserinfo);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  { GET: userinfo, POST: userinfo },
  preflight,
);
