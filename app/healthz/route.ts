import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";

/** The process is up; it says nothing about what it depends on. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => Response.json({ status: "ok" }), "outside"),
});
