import { Table } from "@/app/dashboard/_parts/table";
import { EventCell } from "@/app/dashboard/_sentences/event-cell";
import { Party } from "@/app/dashboard/_sentences/party";
import type { Names } from "@/app/dashboard/_sentences/told";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";

interface Props {
  events: StoredAuditEvent[];
  names: Names;
  place: Place;
}

/** Table of events as sentences, with the kind that programs know and the event's subject. */
export async function EventTable({ events, names, place }: Props) {
  const { t, texts } = await wordsOf("audit");
  return (
    <Table
      caption={t("table.caption")}
      head={[t("table.event"), t("table.actor"), t("table.environment")]}
    >
      {events.map((event) => (
        <tr key={event.id}>
          <EventCell event={event} names={names} place={place} />
          <td className="min-w-40 wrap-anywhere">
            <Party party={event.actor} texts={texts} />
          </td>
          <td>{event.environment ?? t("table.wholeTenant")}</td>
        </tr>
      ))}
    </Table>
  );
}
