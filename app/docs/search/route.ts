import { z } from "zod";
import { publicQueryRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { searchPage } from "@/lib/features/documentation/documentation";
import { MAX_QUERY_LENGTH } from "@/lib/features/documentation/frame";
import { sendOnce } from "@/lib/features/documentation/packed-page";

const SearchQuery = z.strictObject({ q: z.string().max(MAX_QUERY_LENGTH).optional() });

/** Search of the documentation, which answers with a page: it works without scripts and without a network
 *  beyond this service. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicQueryRoute(SearchQuery, async ({ query: { q = "" } }) => {
    const { apiRoutes } = await import("@/generated/api-routes");
    return sendOnce(searchPage(apiRoutes, q), "text/html");
  }),
});
