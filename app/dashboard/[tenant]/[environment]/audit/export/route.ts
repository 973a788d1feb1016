import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { auditFormats, exportAuditEvents } from "@/lib/audit/export-audit-events";
import { now } from "@/lib/clock";
import { auditFilterOf, auditQueryOf } from "../audit-query";

const types = {
  jsonl: "application/jsonl; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

/** What the audit log shows for an address, as a file. It is written while it is read, so its size costs nothing;
 *  one that ends early is cut off, never one that looks whole. */
export async function GET(
  request: Request,
  { params }: { params: Promise<Place> },
): Promise<Response> {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const query = auditQueryOf(search);
  const format = auditFormats.find((name) => name === search.format) ?? "jsonl";
  const scope = {
    tenantId: caller.tenantId,
    environmentId: query.environments === "all" ? null : caller.environmentId,
    tenantPublicId: tenant.tenantPublicId,
  };
  const pieces = exportAuditEvents(scope, auditFilterOf(query, now()), format);
  const day = now().toISOString().slice(0, 10);
  const name = `audit-${place.tenant}-${query.environments || place.environment}-${day}.${format}`;
  return new Response(streamOf(pieces), {
    headers: {
      "content-type": types[format],
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
