import { auditCsv, auditCsvHead } from "@/lib/core/audit/audit-csv";
import { auditJsonLines } from "@/lib/core/audit/audit-json-lines";
import type { AuditFilter, AuditScope } from "@/lib/core/audit/stored-audit-event";
import { streamAuditEvents } from "@/lib/core/audit/stream-audit-events";

/** The forms in which the trail leaves the service. */
export const auditFormats = ["jsonl", "csv"] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** The trail that matches as text, the oldest event first, in pieces of about a megabyte that are made when they
 *  are asked for.
 *  @param tenantPublicId how the tenant is named outside */
export async function* exportAuditEvents(
  scope: AuditScope & { tenantPublicId: string },
  filter: AuditFilter,
  format: AuditFormat,
): AsyncGenerator<string, void> {
  if (format === "csv") yield auditCsvHead;
  for await (const events of streamAuditEvents(scope, filter))
    yield format === "csv" ? auditCsv(events) : auditJsonLines(events, scope.tenantPublicId);
}
