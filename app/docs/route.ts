import { referencePage, referencePolicy } from "@/lib/http/docs-assets";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(
    async () =>
      new Response(referencePage, {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": referencePolicy,
          "referrer-policy": "no-referrer",
        },
      }),
  ),
});
