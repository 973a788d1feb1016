import type { AuditTarget } from "@/lib/audit/audit-event";

/** Who acted or what an event is about: its name where one was noted, its kind, and enough of its id to tell it
 *  from another. */
export function Party({ party }: { party: AuditTarget }) {
  const { type, name, id } = party;
  return (
    <div className="min-w-32">
      <span>{name ?? type}</span>
      <span
        className="block text-xs whitespace-nowrap text-neutral-600 dark:text-neutral-400"
        title={id}
      >
        {name && `${type} `}
        <span className="font-mono">{id.length > 16 ? `…${id.slice(-12)}` : id}</span>
      </span>
    </div>
  );
}
