import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";

const columns = [
  "id",
  "occurred_at",
  "received_at",
  "kind",
  "source",
  "environment",
  "actor_type",
  "actor_id",
  "actor_name",
  "targets",
  "context",
  "metadata",
] as const;

/** The first line of an export, with its line end. */
export const auditCsvHead = `${columns.join(",")}\r\n`;

/** Returns events as lines of CSV (RFC 4180), one each, with their line ends. Targets, context and
 *  metadata are JSON. */
export function auditCsv(events: StoredAuditEvent[]): string {
  return events.map(line).join("");
}

function line(event: StoredAuditEvent): string {
  const { actor } = event;
  const fields = [
    event.id,
    event.occurredAt.toISOString(),
    event.receivedAt.toISOString(),
    event.kind,
    event.source,
    event.environment ?? "",
    actor.type,
    actor.id,
    actor.name ?? "",
    JSON.stringify(event.targets),
    JSON.stringify(event.context),
    JSON.stringify(event.metadata),
  ];
  return `${fields.map(csvField).join(",")}\r\n`;
}

// Characters that a spreadsheet takes for the start of a formula, also behind white space and in the wide
// forms of East Asian keyboards (OWASP, CSV injection).
const FORMULA = /^\s*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Encodes one field: never read as a formula, quoted where its text would end it. */
export function csvField(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
