import { missing } from "@/lib/errors";
import { resource } from "@/lib/http/resource";
import { oauthRoute } from "@/lib/oidc/http/oauth-route";

const nothing = oauthRoute("outside", async () => {
  throw missing();
});

/** Every path at and under /oauth that is no endpoint: the same error for every method. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: nothing,
  POST: nothing,
  PUT: nothing,
  PATCH: nothing,
  DELETE: nothing,
});
