import type { Ids } from "@/lib/core/contract/own-ids";
import { documentFor, movedTo, packedDocument } from "@/lib/features/documentation/documentation";
import { sendOnce, sendPacked } from "@/lib/features/documentation/packed-page";

/** Answers a page. The dashboard's links carry the ids of what somebody looks at there, and the page then has them in place of
 *  its placeholders. They count for a reader who comes from a page of ours alone: a link from elsewhere must not put its own
 *  ids into commands that the reader copies (https://www.w3.org/TR/fetch-metadata/).
 *  @throws ServiceError `missing` when there is no such page */
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
