import { config } from "@/lib/config/config";
import { decisionPointMetadata } from "@/lib/contract/authzen";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";
import { publicJson } from "@/lib/oidc/discovery/public-json";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => publicJson(decisionPointMetadata(config().baseUrl), 300), "outside"),
});
