import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { publicJson } from "@/lib/core/oidc/discovery/public-json";
import { decisionPointMetadata } from "@/lib/features/authzen/contract/authzen";
import { config } from "@/lib/kernel/config/config";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => publicJson(decisionPointMetadata(config().baseUrl), 300), "outside"),
});
