import { auditCsv, auditCsvHead } from "@/lib/core/audit/audit-csv";
import { auditJsonLines } from "@/lib/core/audit/audit-json-lines";
import type { AuditFilter, AuditScope } from "@/lib/core/audit/stored-audit-event";
import { streamAuditEvents } from "@/lib/core/audit/stream-audit-events";

/** Formats of an audit export. */
export const auditFormats = ["jsonl", "csv"] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** Exports the matching part of the trail as text, the oldest event first, in pieces of about a megabyte
 *  that are produced on demand.
 *  @param tenantPublicId the tenant's external name */
export async function* exportAuditEvents(
  scope: AuditScope & { tenantPublicId: string },
  filter: AuditFilter,
  format: AuditFormat,
): AsyncGenerator<string, void> {
  if (format === "csv") yield auditCsvHead;
  for await (const events of streamAuditEvents(scope, filter))
    yield format === "csv" ? auditCsv(events) : auditJsonLines(events, scope.tenantPublicId);
}
