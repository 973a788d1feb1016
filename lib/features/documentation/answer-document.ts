import type { Ids } from "@/lib/core/contract/own-ids";
import { documentFor, movedTo, packedDocument } from "@/lib/features/documentation/documentation";
import { sendOnce, sendPacked } from "@/lib/features/documentation/packed-page";

/** Responds with a page. Links from the dashboard carry ids, which replace the placeholders of the page.
 *  They are used only in requests from pages of the same origin: a link from elsewhere must not put its own
 *  ids into commands that the reader copies (https://www.w3.org/TR/fetch-metadata/).
 *  @throws ServiceError `missing` if there is no such page */
export async function answerDocument(
  routes: Parameters<typeof packedDocument>[0],
  path: string,
  ids: Ids,
  request: Request,
): Promise<Response> {
  const moved = movedTo(routes, path);
  if (moved !== null) return new Response(null, { status: 308, headers: { location: moved } });
  const isOurs = request.headers.get("sec-fetch-site") === "same-origin";
  if (Object.keys(ids).length === 0 || !isOurs)
    return sendPacked(await packedDocument(routes, path), request);
  const { text, type } = documentFor(routes, path, ids);
  return sendOnce(text, type);
}
