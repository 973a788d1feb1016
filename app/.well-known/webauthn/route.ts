import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";
import { publicJson } from "@/lib/oidc/discovery/public-json";
import { relatedOrigins } from "@/lib/users/factors/related-origins";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => publicJson({ origins: await relatedOrigins() }, 300)),
});
