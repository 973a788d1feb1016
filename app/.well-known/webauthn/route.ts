import { publicRoute } from "@/lib/http/public-route";
import { browserContext } from "@/lib/http/request-context";
import { resource } from "@/lib/http/resource";
import { publicJson } from "@/lib/oidc/discovery/public-json";
import { admitAnonymous } from "@/lib/oidc/http/oauth-rate-limits";
import { relatedOrigins } from "@/lib/users/factors/related-origins";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async ({ request: { headers } }) => {
    await admitAnonymous(browserContext(headers, null));
    return publicJson({ origins: await relatedOrigins() }, 300);
  }),
});
