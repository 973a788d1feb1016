import { publicJson } from "@/lib/core/http/public-json";
import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { discoveryDocument } from "@/lib/core/oidc/discovery/discovery-document";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => publicJson(discoveryDocument(), 300), "outside"),
});
