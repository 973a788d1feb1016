import type { Metadata } from "next";
import Link from "next/link";
import { More } from "@/app/dashboard/_parts/more";
import { Notice } from "@/app/dashboard/_parts/notice";
import { Empty, PageHead, When } from "@/app/dashboard/_parts/parts";
import { Table } from "@/app/dashboard/_parts/table";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { readAuditSlice } from "@/lib/audit/audit-reading-store";
import type { AuditPosition, StoredAuditEvent } from "@/lib/audit/stored-audit-event";
import { inTenant } from "@/lib/db";
import { auditFilterOf, auditQueryOf, auditSearch, positionOf, positionText } from "./audit-query";
import { Filters } from "./filters";
import { Party } from "./party";

export const metadata: Metadata = { title: "Audit log" };

interface Props {
  params: Promise<Place>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What happened in the tenant, the newest first. */
export default async function AuditPage({ params, searchParams }: Props) {
  const place = await params;
  const { caller } = await administratorIn(place);
  const search = await searchParams;
  const query = auditQueryOf(search);
  const after = positionOf(search.after);
  const environmentId = query.environments === "all" ? null : caller.environmentId;
  const { events, next } = await inTenant(caller, (transaction) =>
    readAuditSlice(
      transaction,
      { tenantId: caller.tenantId, environmentId },
      auditFilterOf(query),
      { after, forward: false, limit: 50 },
    ),
  );
  const path = `/dashboard/${place.tenant}/${place.environment}/audit`;
  const narrowed = Object.values(query).some(Boolean);
  return (
    <>
      <PageHead
        title="Audit log"
        about="Every change and every sign-in, written with it in one transaction. Nobody can change or delete an entry."
      />
      <Filters path={path} query={query} />
      {events.length > 0 && <EventTable path={path} events={events} />}
      {events.length === 0 && !next && (
        <Empty title={narrowed || after ? "Nothing matches" : "Nothing happened here yet"}>
          {narrowed || after ? (
            <>
              No {after ? "further " : ""}event is like that.{" "}
              <Link href={path} className="underline underline-offset-4">
                Show all
              </Link>
            </>
          ) : (
            "The first sign-in or change in this environment will be the first entry."
          )}
        </Empty>
      )}
      {next && events.length < 50 && <SearchedTo next={next} found={events.length} />}
      {next && <More href={path + auditSearch({ ...query, after: positionText(next) })} />}
    </>
  );
}

function EventTable({ path, events }: { path: string; events: StoredAuditEvent[] }) {
  return (
    <Table caption="Events, the newest first" head={["What", "Who", "About", "Where"]}>
      {events.map((event) => (
        <tr key={event.id}>
          <td>
            <Link
              href={`${path}/${event.id}`}
              className="font-mono text-[0.8125rem] font-medium underline-offset-4 hover:underline"
            >
              {event.kind}
            </Link>
            <time
              dateTime={event.occurredAt.toISOString()}
              className="block text-xs whitespace-nowrap text-neutral-600 tabular-nums dark:text-neutral-400"
            >
              {toTheSecond.format(event.occurredAt)} UTC
            </time>
          </td>
          <td className="min-w-40 wrap-anywhere">
            <Party party={event.actor} />
          </td>
          <td className="min-w-40 space-y-1 wrap-anywhere">
            {event.targets.slice(0, 2).map((target) => (
              <Party key={`${target.type} ${target.id}`} party={target} />
            ))}
            {event.targets.length > 2 && <span>and {event.targets.length - 2} more</span>}
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

/** A text is looked for in a bounded number of events at a time; says how far that was. */
function SearchedTo({ next, found }: { next: AuditPosition; found: number }) {
  return (
    <div className="mt-6">
      <Notice tone="blue">
        {found === 0 ? "Nothing found" : "These were found"} in the events back to{" "}
        <When at={next.occurredAt} />. Narrow the search by kind, actor or day, or look further
        back.
      </Notice>
    </div>
  );
}
