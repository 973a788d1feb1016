import { Section } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { AuditLink, Quiet } from "@/app/dashboard/_parts/text";
import { EventCell } from "@/app/dashboard/_sentences/event-cell";
import { Party } from "@/app/dashboard/_sentences/party";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { readPartyNames } from "@/lib/core/audit/party-name-store";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { inBatch } from "@/lib/kernel/db/batch";

interface Props {
  events: StoredAuditEvent[];
  target: string;
  place: Place;
}

/** Latest events of an installation, and a link to all of them. */
export async function Trail({ events, target, place }: Props) {
  const { t } = await wordsOf("audit");
  return (
    <Section title={t("trail.title")} beside={<AuditLink place={place} target={target} />}>
      {events.length === 0 ? (
        <Quiet>{t("trail.empty")}</Quiet>
      ) : (
        <Events events={events} place={place} />
      )}
    </Section>
  );
}

async function Events({ events, place }: Pick<Props, "events" | "place">) {
  const { t, texts } = await wordsOf("audit");
  const { caller } = await administratorIn(place);
  const names = await inBatch(caller, (db) => readPartyNames(db, events));
  return (
    <Table caption={t("trail.caption")} head={[t("table.event"), t("table.actor")]}>
      {events.map((event) => (
        <tr key={event.id}>
          <EventCell event={event} names={names} place={place} />
          <td className="min-w-40 wrap-anywhere">
            <Party party={event.actor} texts={texts} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
