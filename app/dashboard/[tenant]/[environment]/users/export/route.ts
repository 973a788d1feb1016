import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { now } from "@/lib/clock";
import { exportChosenUsers, exportUsers } from "@/lib/users/bulk/export-users";
import { selectionOf } from "../selection";

/** The chosen users, or all that a search finds, as a file. It is written while it is read. */
export async function GET(
  request: Request,
  { params }: { params: Promise<Place> },
): Promise<Response> {
  const place = await params;
  const { caller } = await administratorIn(place);
  const search = new URL(request.url).searchParams;
  const selection = selectionOf({ ...Object.fromEntries(search), id: search.getAll("id") });
  const body =
    search.get("whom") === "ticked"
      ? await exportChosenUsers(caller, selection.ids)
      : streamOf(exportUsers(caller, selection));
  const day = now().toISOString().slice(0, 10);
  const name = `users-${place.tenant}-${place.environment}-${day}.csv`;
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="${name.replace(/[^\w.-]/g, "_")}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Makes each piece when the reader has taken the one before, and stops when they leave. */
function streamOf(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 1 },
  );
}
