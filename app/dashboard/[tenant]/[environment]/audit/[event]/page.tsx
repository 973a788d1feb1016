import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { Badge, Card, PageHead, When } from "@/app/dashboard/_parts/parts";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import type { AuditTarget } from "@/lib/audit/audit-event";
import { auditRecord } from "@/lib/audit/audit-json-lines";
import { findAuditEvent } from "@/lib/audit/audit-reading-store";
import { inTenant } from "@/lib/db";
import { isId } from "@/lib/ids";
import { auditSearch } from "../audit-query";

export const metadata: Metadata = { title: "Audit event" };

/** One event whole. */
export default async function AuditEventPage({
  params,
}: {
  params: Promise<Place & { event: string }>;
}) {
  const { event: id, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const event = isId(id) ? await inTenant(caller, (t) => findAuditEvent(t, id)) : null;
  if (!event) notFound();
  const path = `/dashboard/${place.tenant}/${place.environment}/audit`;
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
        title={event.kind}
        about={`Happened in ${event.environment ?? "the whole tenant"}.`}
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-neutral-600 dark:text-neutral-400">{name}</dt>
      <dd className="min-w-0 space-y-3">{children}</dd>
    </>
  );
}

function Named({ party, all, href }: { party: AuditTarget; all: string; href: string }) {
  return (
    <div className="wrap-anywhere">
      {party.name ? `${party.name} (${party.type})` : party.type}
      <span className="block font-mono text-[0.8125rem] break-all">{party.id}</span>
      <Link href={href} className="underline underline-offset-4">
        {all}
      </Link>
    </div>
  );
}
