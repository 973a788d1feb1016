import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";
import { publicJson } from "@/lib/oidc/discovery/public-json";
import { transmitterConfiguration } from "@/lib/oidc/discovery/transmitter-configuration";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => publicJson(transmitterConfiguration(), 300), "outside"),
});
