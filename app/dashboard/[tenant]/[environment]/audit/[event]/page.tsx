import Link from "next/link";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { Badge, Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { partyPath } from "@/app/dashboard/_sentences/party-path";
import { sentenceText } from "@/app/dashboard/_sentences/told";
import type { AuditTarget } from "@/lib/core/audit/audit-event";
import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import { findAuditEvent } from "@/lib/core/audit/audit-reading-store";
import { readPartyNames } from "@/lib/core/audit/party-name-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { isId } from "@/lib/kernel/ids";
import { auditSearch } from "../audit-query";
import { belowEvent } from "../features";
import { Named } from "./named";

export const generateMetadata = titled("audit", "event.title");

/** Id of the element that shows the event as JSON: the verification reads exactly what is shown. */
const RECORD_ID = "whole-record";

/** Page of one event. */
export default viewerPage("audit", async (request) => {
  const { caller, tenant, t, texts, words, place, segment: id } = request;
  if (!isId(id)) notFound();
  const found = await readEvent(caller, id);
  if (!found) notFound();
  const { event, names } = found;
  const path = `/dashboard/${place.tenant}/${place.environment}/audit`;
  // Pages belong to one environment: the parties of another one's event have no page here.
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
          <span aria-hidden className="me-1.5 rtl:rotate-180">
            ←
          </span>
          {t("log.title")}
        </Link>
      </p>
      <PageHead
        title={sentenceText({ event, names, words })}
        about={t.rich(event.environment === null ? "event.ofTenant" : "event.ofEnvironment", {
          kind: () => <bdi className="font-mono text-sm">{event.kind}</bdi>,
          environment: event.environment ?? "",
        })}
      >
        {event.source === "product" && <Badge>{t("event.ofProduct")}</Badge>}
      </PageHead>
      <Card>
        <dl className="grid gap-x-8 gap-y-5 text-sm sm:grid-cols-[10rem_1fr]">
          <Fact name={t("event.happened")}>
            <When at={event.occurredAt} /> ({event.occurredAt.toISOString()})
          </Fact>
          <Fact name={t("event.recorded")}>
            <When at={event.receivedAt} />
          </Fact>
          <Fact name={t("event.actor")}>
            <Named
              party={event.actor}
              names={names}
              texts={texts}
              page={pageOf(event.actor)}
              all={t("event.allByActor")}
              href={path + auditSearch({ actor: event.actor.id })}
            />
          </Fact>
          <Fact name={t("event.targets")}>
            {event.targets.length === 0 && t("event.noTarget")}
            {event.targets.map((target) => (
              <Named
                key={`${target.type} ${target.id}`}
                party={target}
                names={names}
                texts={texts}
                page={pageOf(target)}
                all={t("event.allAboutTarget")}
                href={path + auditSearch({ target: target.id })}
              />
            ))}
          </Fact>
        </dl>
      </Card>
      <h2 className="mt-8 mb-3 text-lg font-semibold" id="record">
        {t("event.record")}
      </h2>
      <section
        aria-labelledby="record"
        className="mb-8 rounded-2xl border border-neutral-200 bg-white p-5 dark:border-neutral-800 dark:bg-neutral-900"
      >
        <pre
          id={RECORD_ID}
          dir="ltr"
          className="font-mono text-[0.8125rem] leading-relaxed break-all whitespace-pre-wrap"
        >
          {JSON.stringify(record, null, 2)}
        </pre>
      </section>
      {Object.entries(belowEvent).map(([name, Part]) => (
        <Part key={name} caller={caller} eventId={id} trail={path} recordId={RECORD_ID} />
      ))}
    </>
  );
});

function readEvent(caller: Caller, id: string) {
  return inTransaction(caller, async (db) => {
    const event = await findAuditEvent(db, id);
    return event && { event, names: await readPartyNames(db, [event]) };
  });
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-neutral-600 dark:text-neutral-400">{name}</dt>
      <dd className="min-w-0 space-y-3">{children}</dd>
    </>
  );
}
