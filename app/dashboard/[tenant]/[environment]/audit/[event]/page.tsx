import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Card } from "@/app/dashboard/_parts/card";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import type { AuditTarget } from "@/lib/audit/audit-event";
import { auditRecord } from "@/lib/audit/audit-json-lines";
import { findAuditEvent } from "@/lib/audit/audit-reading-store";
import { readPartyNames } from "@/lib/audit/party-name-store";
import type { StoredAuditEvent } from "@/lib/audit/stored-audit-event";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { isId } from "@/lib/ids";
import { partyPath } from "../_sentences/party-path";
import { type Names, sentenceText } from "../_sentences/sentence-parts";
import { auditSearch } from "../audit-query";
import { Named } from "./named";

export const metadata: Metadata = { title: "Audit event" };

/** One event whole. */
export default async function AuditEventPage({
  params,
}: {
  params: Promise<Place & { event: string }>;
}) {
  const { event: id, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const found = isId(id) ? await readEvent(caller, id) : null;
  if (!found) notFound();
  const { event, names } = found;
  const path = `/dashboard/${place.tenant}/${place.environment}/audit`;
  // Pages are of one environment: what another one's event names has no page here.
  const pageOf = (party: AuditTarget) =>
    event.environment === place.environment ? partyPath(place, party) : null;
  const record = auditRecord(event, tenant.tenantPublicId);
  return (
    <>
      <p className="mb-4 text-sm">
        <Link
          href={path}
          className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
        >
          ← Audit log
        </Link>
      </p>
      <PageHead
        title={titleOf(event, names)}
        about={
          <>
            <span className="font-mono text-sm">{event.kind}</span>, in{" "}
            {event.environment ?? "the whole tenant"}.
          </>
        }
      >
        {event.source === "product" && <Badge>told by your product</Badge>}
      </PageHead>
      <Card>
        <dl className="grid gap-x-8 gap-y-5 text-sm sm:grid-cols-[10rem_1fr]">
          <Fact name="Happened">
            <When at={event.occurredAt} /> ({event.occurredAt.toISOString()})
          </Fact>
          <Fact name="Written">
            <When at={event.receivedAt} />
          </Fact>
          <Fact name="Who">
            <Named
              party={event.actor}
              names={names}
              page={pageOf(event.actor)}
              all="Everything by this actor"
              href={path + auditSearch({ actor: event.actor.id })}
            />
          </Fact>
          <Fact name="About">
            {event.targets.length === 0 && "nothing in particular"}
            {event.targets.map((target) => (
              <Named
                key={`${target.type} ${target.id}`}
                party={target}
                names={names}
                page={pageOf(target)}
                all="Everything about this"
                href={path + auditSearch({ target: target.id })}
              />
            ))}
          </Fact>
        </dl>
      </Card>
      <h2 className="mt-8 mb-3 text-lg font-semibold" id="record">
        The whole record
      </h2>
      <section
        aria-labelledby="record"
        className="rounded-2xl border border-neutral-200 bg-white p-5 dark:border-neutral-800 dark:bg-neutral-900"
      >
        <pre className="font-mono text-[0.8125rem] leading-relaxed break-all whitespace-pre-wrap">
          {JSON.stringify(record, null, 2)}
        </pre>
      </section>
    </>
  );
}

function readEvent(caller: Caller, id: string) {
  return inTransaction(caller, async (db) => {
    const event = await findAuditEvent(db, id);
    return event && { event, names: await readPartyNames(db, [event]) };
  });
}

function titleOf(event: StoredAuditEvent, names: Names): string {
  const text = sentenceText(event, names);
  return text.startsWith("somebody") ? `S${text.slice(1)}` : text;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-neutral-600 dark:text-neutral-400">{name}</dt>
      <dd className="min-w-0 space-y-3">{children}</dd>
    </>
  );
}
