import { resource } from "@/lib/core/http/resource";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { missing } from "@/lib/kernel/errors";

const nothing = oauthRoute("outside", async () => {
  throw missing();
});

/** Answers every path at and under /oauth that is no endpoint: the same error for every method. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: nothing,
  POST: nothing,
  PUT: nothing,
  PATCH: nothing,
  DELETE: nothing,
});
