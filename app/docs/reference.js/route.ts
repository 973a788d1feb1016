import { referenceScript } from "@/lib/http/docs-assets";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE } = resource({
  GET: publicRoute(async ({ request }) => {
    const { plain, packed } = await referenceScript();
    const gzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
    return new Response(gzip ? packed : plain, {
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=86400",
        vary: "accept-encoding",
        ...(gzip ? { "content-encoding": "gzip" } : {}),
      },
    });
  }),
});
