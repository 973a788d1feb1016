import { serveDeviceAuthorization } from "@/lib/core/oidc/device/device-endpoint";
import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { oauthFormRoute } from "@/lib/core/oidc/http/oauth-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: oauthFormRoute("public", serveDeviceAuthorization),
});
