import { resource } from "@/lib/core/http/resource";
import { discoveryEndpoint } from "@/lib/core/oidc/discovery/discovery-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: discoveryEndpoint("readServerMetadata", "OAuth server metadata (RFC 8414)"),
});
