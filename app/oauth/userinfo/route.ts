import { resource } from "@/lib/http/resource";
import { corsPreflight } from "@/lib/oidc/http/cors-preflight";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";
import { serveUserinfo } from "@/lib/oidc/userinfo/userinfo-endpoint";

const userinfo = oauthRoute("private", serveUserinfo);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  { GET: userinfo, POST: userinfo },
  corsPreflight,
);
