import { serveDeviceAuthorization } from "@/lib/oidc/device/device-endpoint";
import { crossOriginResource } from "@/lib/oidc/http/cross-origin";
import { oauthFormRoute } from "@/lib/oidc/http/oauth-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: oauthFormRoute("public", serveDeviceAuthorization),
});
