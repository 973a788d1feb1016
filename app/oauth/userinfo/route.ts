import { resource } from "@/lib/http/resource";
import { preflight } from "@/lib/oidc/cors";
import { oauthRoute } from "@/lib/oidc/oauth-route";
import { serveUserinfo } from "@/lib/oidc/userinfo-endpoint";

const userinfo = oauthRoute("private", serveUserinfo);

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: userinfo, POST: userinfo });
export const OPTIONS = preflight;
