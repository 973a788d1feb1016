import { startScript } from "@/lib/http/docs-assets";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(
    async () =>
      new Response(startScript, {
        headers: {
          "content-type": "text/javascript; charset=utf-8",
          "cache-control": "public, max-age=300",
        },
      }),
  ),
});
