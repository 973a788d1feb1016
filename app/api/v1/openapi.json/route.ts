import { openApiDocument } from "@/lib/http/openapi";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () =>
    Response.json(openApiDocument(), { headers: { "cache-control": "public, max-age=300" } }),
  ),
});
