import Link from "next/link";
import { Table } from "@/app/dashboard/_parts/table";
import type { Place } from "@/app/dashboard/administrator";
import type { StoredAuditEvent } from "@/lib/audit/stored-audit-event";
import { Sentence } from "./_sentences/sentence";
import type { Names } from "./_sentences/sentence-parts";
import { Party } from "./party";

interface Props {
  path: string;
  events: StoredAuditEvent[];
  names: Names;
  place: Place;
}

/** Events as sentences, with the kind that programs know and who it was about. */
export function EventTable({ path, events, names, place }: Props) {
  return (
    <Table caption="Events, the newest first" head={["What", "Who", "Where"]}>
      {events.map((event) => (
        <tr key={event.id}>
          <td className="min-w-56 wrap-anywhere">
            <Link
              href={`${path}/${event.id}`}
              className="text-xs text-neutral-600 tabular-nums underline-offset-4 hover:underline dark:text-neutral-400"
            >
              <time
                dateTime={event.occurredAt.toISOString()}
                title={event.occurredAt.toISOString()}
              >
                {toTheSecond.format(event.occurredAt)} UTC
              </time>
              <span className="sr-only">, the whole event</span>
            </Link>
            <p className="my-0.5">
              <Sentence event={event} names={names} place={place} />
            </p>
            <p className="font-mono text-xs text-neutral-600 dark:text-neutral-400">{event.kind}</p>
          </td>
          <td className="min-w-40 wrap-anywhere">
            <Party party={event.actor} />
          </td>
          <td>{event.environment ?? "tenant"}</td>
        </tr>
      ))}
    </Table>
  );
}

const toTheSecond = new Intl.DateTimeFormat("en", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});
