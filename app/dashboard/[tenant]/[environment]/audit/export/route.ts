import { download } from "@/app/dashboard/_request/download";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { auditFormats, exportAuditEvents } from "@/lib/core/audit/export-audit-events";
import { now } from "@/lib/kernel/clock";
import { auditFilterOf, auditQueryOf } from "../audit-query";

const types = {
  jsonl: "application/jsonl; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

/** Exports the events that the audit log shows for the same query, as a file. */
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
  return download(pieces, { name, type: types[format] });
}
