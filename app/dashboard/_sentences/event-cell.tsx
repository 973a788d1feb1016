import Link from "next/link";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { readerOf } from "@/app/dashboard/_words/reader";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { Sentence } from "./sentence";
import type { Names } from "./told";

interface Props {
  event: StoredAuditEvent;
  names: Names;
  place: Place;
}

/** Event in a row of a table: its time to the second, its sentence, and its kind as programs know it. The
 *  time links to the whole event. */
export async function EventCell({ event, names, place }: Props) {
  const { t, format } = await wordsOf("audit");
  const { timeZone } = await readerOf();
  const { id, occurredAt, kind } = event;
  return (
    <td className="min-w-56 wrap-anywhere">
      <Link
        href={placePath(place, `audit/${id}`)}
        className="text-xs text-neutral-600 tabular-nums underline-offset-4 hover:underline dark:text-neutral-400"
      >
        <time dateTime={occurredAt.toISOString()} title={occurredAt.toISOString()}>
          {format.dateTime(occurredAt, { dateStyle: "medium", timeStyle: "medium" })}
          {timeZone === "UTC" && " UTC"}
        </time>
        <span className="sr-only">{t("table.open")}</span>
      </Link>
      <p className="my-0.5">
        <Sentence event={event} names={names} place={place} />
      </p>
      <p className="font-mono text-xs text-neutral-600 dark:text-neutral-400">
        <bdi>{kind}</bdi>
      </p>
    </td>
  );
}
