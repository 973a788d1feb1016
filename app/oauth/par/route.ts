import { crossOriginResource } from "@/lib/oidc/http/cross-origin";
import { oauthFormRoute } from "@/lib/oidc/http/oauth-route";
import { servePushed } from "@/lib/oidc/par/par-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: oauthFormRoute("public", servePushed),
});
