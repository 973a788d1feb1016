import { type PageProps, placePath, textOf, withValues } from "@/app/dashboard/_nouns/place-path";
import { Empty } from "@/app/dashboard/_parts/blocks";
import { More } from "@/app/dashboard/_parts/more";
import { Table } from "@/app/dashboard/_parts/table";
import { Quiet, TextLink } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { EventCell } from "@/app/dashboard/_sentences/event-cell";
import { Party } from "@/app/dashboard/_sentences/party";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { readAuditSlice } from "@/lib/core/audit/audit-reading-store";
import { readPartyNames } from "@/lib/core/audit/party-name-store";
import type { AuditPosition, StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { PAGE_ROWS } from "@/lib/kernel/db/keyset-page";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { isId } from "@/lib/kernel/ids";
import { userIn } from "../user-in";

export const generateMetadata = titled("audit", "activity.title");

/** Events of the audit trail about a user. */
export default async function ActivityPage({ params, searchParams }: PageProps<{ user: string }>) {
  const { user, place, caller } = await userIn(params);
  const after = positionIn(textOf(await searchParams, "after"));
  const { t, texts } = await wordsOf("audit");
  const { events, names, next } = await readTrail(caller, user.id, after);
  const path = placePath(place, `users/${user.id}/activity`);
  if (events.length === 0)
    return <Empty title={t("activity.empty.title")}>{t("activity.empty.text")}</Empty>;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-lg font-semibold tracking-tight">{t("activity.heading")}</h2>
        <TextLink href={withValues(placePath(place, "audit"), { target: user.id })}>
          {t("activity.all")}
        </TextLink>
      </div>
      <Table
        caption={t("activity.caption")}
        head={[t("table.event"), t("table.actor"), t("table.address")]}
      >
        {events.map((event) => (
          <tr key={event.id}>
            <EventCell event={event} names={names} place={place} />
            <td className="min-w-40 wrap-anywhere">
              <Party party={event.actor} texts={texts} />
            </td>
            <td>{addressOf(event) ?? <Quiet>{t("table.noAddress")}</Quiet>}</td>
          </tr>
        ))}
      </Table>
      {next && (
        <More href={withValues(path, { after: `${next.occurredAt.toISOString()} ${next.id}` })} />
      )}
    </>
  );
}

async function readTrail(caller: Caller, userId: string, after: AuditPosition | null) {
  const scope = { tenantId: caller.tenantId, environmentId: caller.environmentId };
  const slice = { after, forward: false, limit: PAGE_ROWS };
  return inTransaction(caller, async (db) => {
    const found = await readAuditSlice(db, scope, { target: userId }, slice);
    return { ...found, names: await readPartyNames(db, found.events) };
  });
}

/** Parses the position in the address; a malformed one is the beginning. */
function positionIn(text: string): AuditPosition | null {
  const [moment = "", id = ""] = text.split(" ");
  const occurredAt = new Date(moment);
  return isId(id) && !Number.isNaN(occurredAt.getTime()) ? { occurredAt, id } : null;
}

/** Returns the network address in an event's context. */
function addressOf({ context }: StoredAuditEvent): string | null {
  const address = new Map(Object.entries(context)).get("ip_address");
  return typeof address === "string" ? address : null;
}
