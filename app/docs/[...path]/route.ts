import { OwnIds } from "@/lib/contract/own-ids";
import { answerDocument } from "@/lib/http/documentation/answer-document";
import { publicQueryRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";

/** Every page, as HTML and as Markdown. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ path: string[] }>({
  GET: publicQueryRoute(OwnIds, async ({ params, query, request }) => {
    const { apiRoutes } = await import("@/generated/api-routes");
    return answerDocument(apiRoutes, params.path.join("/"), query, request);
  }),
});
