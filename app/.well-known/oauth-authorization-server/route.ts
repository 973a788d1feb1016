import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";
import { discoveryDocument } from "@/lib/oidc/discovery/discovery-document";
import { publicJson } from "@/lib/oidc/discovery/public-json";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => publicJson(discoveryDocument(), 300), "outside"),
});
