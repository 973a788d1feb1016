import { resource } from "@/lib/http/resource";
import { serveDeviceAuthorization } from "@/lib/oidc/device/device-endpoint";
import { oauthFormRoute } from "@/lib/oidc/http/oauth-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: oauthFormRoute("public", serveDeviceAuthorization),
});
