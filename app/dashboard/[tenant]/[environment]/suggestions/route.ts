import { readerOf } from "@/app/dashboard/_words/reader";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { find, findToPick } from "../search/find";

/** Search results for the text typed so far (`?q=`): for the field in the head of each page, and for fields
 *  that take a user or an organization (`?of=`). */
export async function GET(
  request: Request,
  { params }: { params: Promise<Place> },
): Promise<Response> {
  const place = await params;
  const { caller } = await administratorIn(place);
  const search = new URL(request.url).searchParams;
  const query = (search.get("q") ?? "").trim().slice(0, 200);
  const of = (["users", "organizations"] as const).find((one) => one === search.get("of"));
  const { locale } = await readerOf();
  const look = () =>
    of ? findToPick(caller, place, { of, query }, locale) : find(caller, place, query, locale);
  // A single letter matches every name, and is the most expensive search.
  const groups = query.length < 2 ? [] : await look();
  return Response.json({ groups }, { headers: { "cache-control": "private, no-store" } });
}
