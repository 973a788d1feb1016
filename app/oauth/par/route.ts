import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { oauthFormRoute } from "@/lib/core/oidc/http/oauth-route";
import { servePushed } from "@/lib/core/oidc/par/par-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: oauthFormRoute("public", servePushed),
});
