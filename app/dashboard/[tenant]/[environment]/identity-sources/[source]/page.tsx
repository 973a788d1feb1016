import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuditLink } from "@/app/dashboard/_nouns/audit-link";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { idIn, type PageProps, placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Words } from "@/app/dashboard/_nouns/words";
import { Id } from "@/app/dashboard/_parts/id";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { inTransaction } from "@/lib/db/transaction";
import type { IdentitySource } from "@/lib/external-identities/identity-source";
import { findIdentitySource } from "@/lib/external-identities/identity-source-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { SourceForms } from "./source-forms";

export const metadata: Metadata = { title: "Identity source" };

/** One issuer: how its tokens are believed, and whether they are. */
export default async function IdentitySourcePage({ params }: PageProps<{ source: string }>) {
  const { source: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const source = await inTransaction(caller, (db) => findIdentitySource(db, id));
  if (!source) notFound();
  return (
    <>
      <BackTo href={placePath(place, "identity-sources")}>Identity sources</BackTo>
      <div className="wrap-anywhere">
        <PageHead title={source.issuer} about="An issuer outside that vouches for people.">
          <StatusBadge status={source.status} />
        </PageHead>
      </div>
      {source.status === "disabled" && (
        <Notice tone="red">
          Disabled: its tokens are exchanged no more. Principals and bindings stay, and so do
          sessions that came from it.
        </Notice>
      )}
      <Overview source={source} place={place} />
      {mayActAs(tenant.role, "admin") && <SourceForms source={source} place={place} />}
    </>
  );
}

function Overview({ source, place }: { source: IdentitySource; place: Place }) {
  const mapped = Object.entries(source.attributeMapping);
  return (
    <Section title="Overview" beside={<AuditLink place={place} target={source.id} />}>
      <Facts
        rows={[
          ["Key set address", <Mono key="keys">{source.jwksUri}</Mono>],
          ["Audiences", <Words key="audiences" words={source.audiences} none="None" />],
          [
            "Attributes",
            <Words
              key="attributes"
              words={mapped.map(([attribute, claim]) => `${attribute} = ${claim}`)}
              none="None"
            />,
          ],
          ["Added", <When key="added" at={source.createdAt} />],
          [
            "Principals",
            <TextLink
              key="principals"
              href={withValues(placePath(place, "external-principals"), { q: source.issuer })}
            >
              Those it knows
            </TextLink>,
          ],
          ["Id", <Id key="id">{source.id}</Id>],
        ]}
      />
    </Section>
  );
}
