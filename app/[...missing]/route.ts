import { resource } from "@/lib/http/resource";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";
import { missingPage, refusalPage } from "@/lib/oidc/pages/error-page";

const missing = oauthRoute("public", missingPage, refusalPage);

/** An address that leads nowhere. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: missing,
  POST: missing,
  PUT: missing,
  PATCH: missing,
  DELETE: missing,
});
