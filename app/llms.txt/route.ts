import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { packedIndex } from "@/lib/features/documentation/documentation";
import { sendPacked } from "@/lib/features/documentation/packed-page";

/** Index of the documentation for language models (https://llmstxt.org). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async ({ request }) => {
    const { apiRoutes } = await import("@/generated/api-routes");
    return sendPacked(await packedIndex(apiRoutes), request);
  }),
});
