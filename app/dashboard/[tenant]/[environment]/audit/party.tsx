import type { AuditTarget } from "@/lib/audit/audit-event";

/** Who acted or what an event is about: its name where one was noted, its kind, and its id. */
export function Party({ party }: { party: AuditTarget }) {
  return (
    <div className="min-w-36">
      <span className={party.name ? "break-words" : "text-neutral-600 dark:text-neutral-400"}>
        {party.name ?? party.type}
      </span>
      <span
        className="block max-w-56 truncate font-mono text-xs text-neutral-600 dark:text-neutral-400"
        title={party.id}
      >
        {party.id}
      </span>
    </div>
  );
}
