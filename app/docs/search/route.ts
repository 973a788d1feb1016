import { z } from "zod";
import { searchPage } from "@/lib/http/documentation/documentation";
import { QUERY_LENGTH } from "@/lib/http/documentation/frame";
import { sendOnce } from "@/lib/http/documentation/packed-page";
import { publicQueryRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";

const SearchQuery = z.strictObject({ q: z.string().max(QUERY_LENGTH).optional() });

/** The documentation's search, which answers a page: it works without scripts and without a network beyond this service. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicQueryRoute(SearchQuery, async ({ query: { q = "" } }) => {
    const { apiRoutes } = await import("@/generated/api-routes");
    return sendOnce(searchPage(apiRoutes, q), "text/html");
  }),
});
