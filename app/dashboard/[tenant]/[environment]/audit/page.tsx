import Link from "next/link";
import { Empty, Notice, PageHead } from "@/app/dashboard/_parts/blocks";
import { More } from "@/app/dashboard/_parts/more";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { EventCell } from "@/app/dashboard/_sentences/event-cell";
import { Party } from "@/app/dashboard/_sentences/party";
import type { Names } from "@/app/dashboard/_sentences/told";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { readAuditSlice } from "@/lib/core/audit/audit-reading-store";
import { readPartyNames } from "@/lib/core/audit/party-name-store";
import type {
  AuditFilter,
  AuditPosition,
  StoredAuditEvent,
} from "@/lib/core/audit/stored-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inLateRead } from "@/lib/kernel/db/late-read";
import { auditFilterOf, auditQueryOf, auditSearch, positionOf, positionText } from "./audit-query";
import { aboveEvents, aboveFilters, type TrailProps } from "./features";
import { Filters } from "./filters";
import { Presets } from "./presets";

export const generateMetadata = titled("audit", "log.title");

/** Events of the tenant, newest first. */
export default viewerPage("audit", async ({ caller, t, search, place }) => {
  const query = auditQueryOf(search);
  const after = positionOf(search.after);
  const everywhere = query.environments === "all";
  const at = now();
  const filter = auditFilterOf(query, at);
  const { events, next, names } = await readEvents(caller, everywhere, filter, after);
  const path = `/dashboard/${place.tenant}/${place.environment}/audit`;
  const props: TrailProps = { caller, path, query, filter, at };
  const narrowed = Object.values(query).some(Boolean);
  return (
    <>
      <PageHead title={t("log.title")} about={t("log.about")} />
      {Object.entries(aboveFilters).map(([name, Part]) => (
        <Part key={name} {...props} />
      ))}
      <Presets path={path} query={query} />
      <Filters path={path} query={query} />
      {Object.entries(aboveEvents).map(([name, Part]) => (
        <Part key={name} {...props} />
      ))}
      {events.length > 0 && <EventTable events={events} names={names} place={place} />}
      {events.length === 0 && !next && (
        <Empty title={t(narrowed || after ? "log.nothing.title" : "log.empty.title")}>
          {narrowed || after ? (
            <>
              {t(after ? "log.nothing.further" : "log.nothing.any")}{" "}
              <Link href={path} className="underline underline-offset-4">
                {t("log.nothing.all")}
              </Link>
            </>
          ) : (
            t("log.empty.text")
          )}
        </Empty>
      )}
      {next && events.length < 50 && <SearchedTo next={next} found={events.length} />}
      {next && <More href={path + auditSearch({ ...query, after: positionText(next) })} />}
    </>
  );
});

/** Reads the next events, and the names of the parties that they name by id alone. */
function readEvents(
  caller: Caller,
  everywhere: boolean,
  filter: AuditFilter,
  after: AuditPosition | null,
) {
  const scope = {
    tenantId: caller.tenantId,
    environmentId: everywhere ? null : caller.environmentId,
  };
  return inLateRead(caller, async (db) => {
    const slice = { after, forward: false, limit: 50 };
    const found = await readAuditSlice(db, scope, filter, slice);
    return { ...found, names: await readPartyNames(db, found.events) };
  });
}

/** Notice for a search by text or by type of actor, which reads a bounded number of events at a time: shows
 *  how far it went. */
async function SearchedTo({ next, found }: { next: AuditPosition; found: number }) {
  const { t } = await wordsOf("audit");
  return (
    <div className="mt-6">
      <Notice tone="blue">
        {t.rich(found === 0 ? "log.searched.none" : "log.searched.some", {
          when: () => <When at={next.occurredAt} />,
        })}
      </Notice>
    </div>
  );
}

interface Props {
  events: StoredAuditEvent[];
  names: Names;
  place: Place;
}

/** Table of events as sentences, with the kind that programs know and the event's subject. */
async function EventTable({ events, names, place }: Props) {
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
