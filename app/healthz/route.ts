import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";

/** Liveness: the process is up; its dependencies are not checked. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => Response.json({ status: "ok" }), "outside"),
});
