import { download } from "@/app/dashboard/_request/download";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { exportChosenUsers, exportUsers } from "@/lib/features/migration/bulk/export-users";
import { now } from "@/lib/kernel/clock";
import { selectionOf } from "../selection";

/** Exports the chosen users, or all that a search finds, as a file. */
export async function GET(
  request: Request,
  { params }: { params: Promise<Place> },
): Promise<Response> {
  const place = await params;
  const { caller } = await administratorIn(place);
  const search = new URL(request.url).searchParams;
  const selection = selectionOf({ ...Object.fromEntries(search), id: search.getAll("id") });
  const content =
    search.get("whom") === "ticked"
      ? await exportChosenUsers(caller, selection.ids)
      : exportUsers(caller, selection);
  const day = now().toISOString().slice(0, 10);
  return download(content, {
    name: `users-${place.tenant}-${place.environment}-${day}.csv`,
    type: "text/csv; charset=utf-8; header=present",
  });
}
