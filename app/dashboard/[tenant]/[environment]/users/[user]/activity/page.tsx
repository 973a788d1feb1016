import type { Metadata } from "next";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { type PageProps, placePath, textOf, withValues } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Empty } from "@/app/dashboard/_parts/empty";
import { More } from "@/app/dashboard/_parts/more";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import { readAuditSlice } from "@/lib/audit/audit-reading-store";
import type { AuditPosition, StoredAuditEvent } from "@/lib/audit/stored-audit-event";
import type { Caller } from "@/lib/caller";
import { PAGE_ROWS } from "@/lib/db/keyset-page";
import { inTransaction } from "@/lib/db/transaction";
import { isId } from "@/lib/ids";
import { userIn } from "../user-in";

export const metadata: Metadata = { title: "Activity" };

/** What the audit trail holds about a user. */
export default async function ActivityPage({ params, searchParams }: PageProps<{ user: string }>) {
  const { user, place, caller } = await userIn(params);
  const after = positionIn(textOf(await searchParams, "after"));
  const { events, next } = await readTrail(caller, user.id, after);
  const path = placePath(place, `users/${user.id}/activity`);
  if (events.length === 0)
    return <Empty title="Nothing yet">What happens to this user is written down here.</Empty>;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-lg font-semibold tracking-tight">What happened to this user</h2>
        <TextLink href={withValues(placePath(place, "audit"), { target: user.id })}>
          Filter and export it in the audit log
        </TextLink>
      </div>
      <Table caption="Activity" head={["When", "What", "By", "From"]}>
        {events.map((event) => (
          <Row key={event.id} event={event} place={place} />
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
  return inTransaction(caller, (db) => readAuditSlice(db, scope, { target: userId }, slice));
}

/** Where an address goes on; what is no place is the beginning. */
function positionIn(text: string): AuditPosition | null {
  const [moment = "", id = ""] = text.split(" ");
  const occurredAt = new Date(moment);
  return isId(id) && !Number.isNaN(occurredAt.getTime()) ? { occurredAt, id } : null;
}

function Row({ event, place }: { event: StoredAuditEvent; place: Place }) {
  const { actor, context } = event;
  const address = new Map(Object.entries(context)).get("ip_address");
  return (
    <tr>
      <td className="whitespace-nowrap">
        <When at={event.occurredAt} />
      </td>
      <td>
        <TextLink href={placePath(place, `audit/${event.id}`)}>
          <Mono>{event.kind}</Mono>
        </TextLink>
      </td>
      <td>
        {actor.name ?? <Mono>{actor.id}</Mono>}
        <div>
          <Quiet>{actor.type}</Quiet>
        </div>
      </td>
      <td>{typeof address === "string" ? address : <Quiet>not told</Quiet>}</td>
    </tr>
  );
}
