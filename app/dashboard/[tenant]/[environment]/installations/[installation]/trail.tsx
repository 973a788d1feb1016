import { AuditLink } from "@/app/dashboard/_nouns/audit-link";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import type { StoredAuditEvent } from "@/lib/audit/stored-audit-event";

/** The last things that happened to an installation, and the way to all of them. */
export function Trail({
  events,
  target,
  place,
}: {
  events: StoredAuditEvent[];
  target: string;
  place: Place;
}) {
  return (
    <Section title="What happened to it" beside={<AuditLink place={place} target={target} />}>
      {events.length === 0 ? (
        <Quiet>Nothing is written down about it any more.</Quiet>
      ) : (
        <Table caption="Its latest events" head={["When", "What", "By"]}>
          {events.map(({ id, occurredAt, kind, actor }) => (
            <tr key={id}>
              <td className="whitespace-nowrap">
                <When at={occurredAt} />
              </td>
              <td>
                <TextLink href={placePath(place, `audit/${id}`)}>
                  <Mono>{kind}</Mono>
                </TextLink>
              </td>
              <td>{actor.name ?? <Mono>{actor.id}</Mono>}</td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
