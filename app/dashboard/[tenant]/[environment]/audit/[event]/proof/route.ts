import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { inBatch } from "@/lib/kernel/db/batch";
import { isId } from "@/lib/kernel/ids";
import { readOpened } from "../../_proof/read-opened";

const headers = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" };

/** Opening of an event, for a browser that verifies it: its index, its bytes in the log, and its salts. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<Place & { event: string }> },
): Promise<Response> {
  const { event: id, ...place } = await params;
  const { caller } = await administratorIn(place);
  const opened = isId(id) ? await inBatch(caller, (db) => readOpened(db, id)) : null;
  if (!opened) return new Response("No log has this event.\n", { status: 404, headers });
  return Response.json(opened, { headers });
}
