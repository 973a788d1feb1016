import type { AuditFilter, AuditPosition } from "@/lib/audit/stored-audit-event";
import { isId } from "@/lib/ids";

/** What an address of the audit log asks for, as it was typed. */
export interface AuditQuery {
  q: string;
  kind: string;
  actor: string;
  target: string;
  /** Days, as `2026-11-21`, in UTC; both are included. */
  from: string;
  to: string;
  /** Empty for this environment alone. */
  environments: "" | "all";
}

type Search = Record<string, string | string[] | undefined>;

/** Reads an address; what it can't mean is as if it weren't there. */
export function auditQueryOf(search: Search): AuditQuery {
  const text = (name: string) => {
    const value = search[name];
    // Control characters are in no event, and PostgreSQL's text takes no NUL.
    return typeof value === "string"
      ? value
          .replace(/\p{Cc}/gu, " ")
          .trim()
          .slice(0, 200)
      : "";
  };
  const day = (name: string) => (dayOf(text(name)) ? text(name) : "");
  return {
    q: text("q"),
    kind: text("kind"),
    actor: text("actor"),
    target: text("target"),
    from: day("from"),
    to: day("to"),
    environments: text("environments") === "all" ? "all" : "",
  };
}

/** The same as the store's filter. */
export function auditFilterOf(query: AuditQuery): AuditFilter {
  const last = dayOf(query.to);
  return {
    search: query.q || null,
    kind: query.kind || null,
    actor: query.actor || null,
    target: query.target || null,
    from: dayOf(query.from),
    to: last && new Date(last.getTime() + 24 * 60 * 60 * 1000),
  };
}

/** The part of an address that asks for this; empty when it asks for nothing in particular. */
export function auditSearch(
  query: Partial<AuditQuery> & { after?: string; format?: string },
): string {
  const named = Object.entries(query).filter(([, value]) => value);
  return named.length > 0 ? `?${new URLSearchParams(Object.fromEntries(named))}` : "";
}

/** Where a page goes on, as its address says it. */
export function positionText({ occurredAt, id }: AuditPosition): string {
  return `${occurredAt.toISOString()}_${id}`;
}

/** The same read back; null for what is none. */
export function positionOf(text: unknown): AuditPosition | null {
  const [, at = "", id = ""] =
    /^([^_]{20,30})_(.+)$/.exec(typeof text === "string" ? text : "") ?? [];
  const occurredAt = new Date(at);
  return Number.isNaN(occurredAt.getTime()) || !isId(id) ? null : { occurredAt, id };
}

function dayOf(text: string): Date | null {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? null : day;
}
