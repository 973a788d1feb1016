import { relatedOrigins } from "@/lib/core/factors/related-origins";
import { publicJson } from "@/lib/core/http/public-json";
import { publicRoute } from "@/lib/core/http/public-route";
import { browserContext } from "@/lib/core/http/request-context";
import { resource } from "@/lib/core/http/resource";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async ({ request: { headers } }) => {
    await admitAnonymous(browserContext(headers, null));
    return publicJson({ origins: await relatedOrigins() }, 300);
  }),
});
