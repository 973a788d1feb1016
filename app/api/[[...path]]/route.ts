import { missing } from "@/lib/errors";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";

const nothing = publicRoute(async () => {
  throw missing();
});

/** Everything at and under /api that is no route: the same problem document for every method. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: nothing,
  POST: nothing,
  PUT: nothing,
  PATCH: nothing,
  DELETE: nothing,
});
