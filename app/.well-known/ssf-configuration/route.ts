import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { publicJson } from "@/lib/core/oidc/discovery/public-json";
import { transmitterConfiguration } from "@/lib/features/shared-signals/contract/transmitter-configuration";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => publicJson(transmitterConfiguration(), 300), "outside"),
});
