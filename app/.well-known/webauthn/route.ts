import { relatedOrigins } from "@/lib/core/factors/related-origins";
import { publicRoute } from "@/lib/core/http/public-route";
import { browserContext } from "@/lib/core/http/request-context";
import { resource } from "@/lib/core/http/resource";
import { publicJson } from "@/lib/core/oidc/discovery/public-json";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async ({ request: { headers } }) => {
    await admitAnonymous(browserContext(headers, null));
    return publicJson({ origins: await relatedOrigins() }, 300);
  }),
});
