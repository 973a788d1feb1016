import { failureKinds } from "@/lib/core/audit/audit-kinds";
import type { AuditFilter, AuditPosition } from "@/lib/core/audit/stored-audit-event";
import { minutesAfter } from "@/lib/kernel/clock";
import { isId } from "@/lib/kernel/ids";

/** Query of the audit log's address, as it was typed. */
export interface AuditQuery {
  q: string;
  kind: string;
  actor: string;
  target: string;
  /** Days, as `2026-11-21`, both included, or moments, as `2026-11-21T14:00`, the last one not; in UTC. */
  from: string;
  to: string;
  /** The last hour, day or week; `from` and `to` take precedence. */
  since: "" | Since;
  /** Preset: several kinds together. */
  show: "" | Show;
  /** Empty for this environment alone. */
  environments: "" | "all";
}

/** Spans of the log that a query can name, in minutes. */
const sinceMinutes = { hour: 60, day: 24 * 60, week: 7 * 24 * 60 };
export type Since = keyof typeof sinceMinutes;

/** Presets: kinds of events that a query can name together. */
const shows = {
  "sign-ins": { kinds: ["login.succeeded"] },
  failures: { kinds: failureKinds },
  changes: { actorType: "administrator" },
} as const satisfies Record<string, AuditFilter>;
export type Show = keyof typeof shows;

type Search = Record<string, string | string[] | undefined>;

/** Parses the query of an address; invalid values count as absent. */
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
  const time = (name: string) => (momentOf(text(name)) ? text(name) : "");
  const word = <W extends string>(name: string, words: readonly W[]) =>
    words.find((one) => one === text(name)) ?? "";
  return {
    q: text("q"),
    kind: text("kind"),
    actor: text("actor"),
    target: text("target"),
    from: time("from"),
    to: time("to"),
    since: word("since", ["hour", "day", "week"]),
    show: word("show", ["sign-ins", "failures", "changes"]),
    environments: word("environments", ["all"]),
  };
}

/** Returns the store's filter for a query.
 *  @param at now, from which `since` counts */
export function auditFilterOf(query: AuditQuery, at: Date): AuditFilter {
  const last = momentOf(query.to);
  const isSpan = query.from !== "" || query.to !== "";
  const since = query.since && !isSpan ? minutesAfter(at, -sinceMinutes[query.since]) : null;
  return {
    ...(query.show ? shows[query.show] : {}),
    search: query.q || null,
    kind: query.kind || null,
    actor: query.actor || null,
    target: query.target || null,
    from: momentOf(query.from) ?? since,
    to: last && isDay(query.to) ? minutesAfter(last, 24 * 60) : last,
  };
}

/** Returns the search part of an address for a query; empty when the query has no filter. */
export function auditSearch(
  query: Partial<AuditQuery> & { after?: string; format?: string },
): string {
  const named = Object.entries(query).filter(([, value]) => value);
  return named.length > 0 ? `?${new URLSearchParams(Object.fromEntries(named))}` : "";
}

/** Returns the position of the next page, as the address has it. */
export function positionText({ occurredAt, id }: AuditPosition): string {
  return `${occurredAt.toISOString()}_${id}`;
}

/** Parses a position; null when malformed. */
export function positionOf(text: unknown): AuditPosition | null {
  const [, at = "", id = ""] =
    /^([^_]{20,30})_(.+)$/.exec(typeof text === "string" ? text : "") ?? [];
  const occurredAt = new Date(at);
  return Number.isNaN(occurredAt.getTime()) || !isId(id) ? null : { occurredAt, id };
}

/** Formats a moment for an address, to the minute. */
export function momentText(at: Date): string {
  return at.toISOString().slice(0, 16);
}

const isDay = (text: string) => text.length === 10;

function momentOf(text: string): Date | null {
  if (!/^[12]\d{3}-\d\d-\d\d(T\d\d:\d\d)?$/.test(text)) return null;
  const moment = new Date(isDay(text) ? `${text}T00:00:00Z` : `${text}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
