import { OwnIds } from "@/lib/core/contract/own-ids";
import { publicQueryRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { answerDocument } from "@/lib/features/documentation/answer-document";

/** Serves every page of the documentation, as HTML and as Markdown. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ path: string[] }>({
  GET: publicQueryRoute(OwnIds, async ({ params, query, request }) => {
    const { apiRoutes } = await import("@/generated/api-routes");
    return answerDocument(apiRoutes, params.path.join("/"), query, request);
  }),
});
