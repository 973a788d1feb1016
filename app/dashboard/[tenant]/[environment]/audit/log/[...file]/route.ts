import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { readLogFile } from "@/lib/features/audit-log/log/read-log-file";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { readPlaces } from "../../_proof/read-opened";

const headers = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" };

/** Files of the tenant's log for a browser that verifies it: `checkpoint`, tiles (C2SP tlog-tiles), and
 *  `events/` with the number of a tile, which has everything stored about the entries of the tile. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<Place & { file: string[] }> },
): Promise<Response> {
  const { file, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const path = file.join("/");
  const [, number] = /^events\/(\d{1,12})$/.exec(path) ?? [];
  if (number) {
    // A transaction's statements are planned for their values: the cost of the joins depends on the slice's
    // position.
    const places = await inTransaction(caller, (db) =>
      readPlaces(db, Number(number), tenant.tenantPublicId),
    );
    return Response.json(places, { headers });
  }
  const bytes = await inBatch(caller, (db) => readLogFile(db, path));
  if (!bytes) return new Response("There is no such file.\n", { status: 404, headers });
  const type = path === "checkpoint" ? "text/plain; charset=utf-8" : "application/octet-stream";
  return new Response(Buffer.from(bytes), { headers: { ...headers, "content-type": type } });
}
