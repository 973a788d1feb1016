import { publicRoute } from "@/lib/http/public-route";
import { sendPacked } from "@/lib/http/reference/packed-page";
import { referenceOf } from "@/lib/http/reference/reference";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async ({ request }) => {
    const { apiRoutes } = await import("@/generated/api-routes");
    return sendPacked(await referenceOf(apiRoutes, null), request);
  }),
});
