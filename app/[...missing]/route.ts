import { resource } from "@/lib/core/http/resource";
import { suggestedPath } from "@/lib/core/http/unknown-path";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { missingPage, refusalPage } from "@/lib/core/oidc/pages/error-page";

const missing = oauthRoute(
  "public",
  async (request) => {
    const { apiRoutes } = await import("@/generated/api-routes");
    return missingPage(request, suggestedPath(request, apiRoutes));
  },
  refusalPage,
);

/** Answers unknown addresses. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: missing,
  POST: missing,
  PUT: missing,
  PATCH: missing,
  DELETE: missing,
});
