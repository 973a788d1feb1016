import type { Catalog } from "@/app/dashboard/_words/catalogs";
import type { AuditTarget } from "@/lib/core/audit/audit-event";
import { nounOf, shortId } from "./party-words";

/** Actor: its name where one was recorded, its type, and enough of its id to tell it from another. */
export function Party({ party, texts }: { party: AuditTarget; texts: Catalog["audit"] }) {
  const { name, id } = party;
  const type = nounOf(texts, party.type);
  return (
    <div className="min-w-32">
      <bdi>{name ?? type}</bdi>
      <span
        className="block text-xs whitespace-nowrap text-neutral-600 dark:text-neutral-400"
        title={id}
      >
        {name && `${type} `}
        <bdi className="font-mono">{shortId(id)}</bdi>
      </span>
    </div>
  );
}
