import { packedDocument } from "@/lib/http/documentation/documentation";
import { sendPacked } from "@/lib/http/documentation/packed-page";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async ({ request }) => {
    const { apiRoutes } = await import("@/generated/api-routes");
    return sendPacked(await packedDocument(apiRoutes, "index"), request);
  }),
});
