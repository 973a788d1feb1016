import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuditLink } from "@/app/dashboard/_nouns/audit-link";
import { BackTo, Facts, Mono, Section, TextLink, Words } from "@/app/dashboard/_nouns/layout-parts";
import { idIn, type PageProps, placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PageHead, When } from "@/app/dashboard/_parts/parts";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { inTenant } from "@/lib/db";
import type { IdentitySource } from "@/lib/external-identities/identity-source";
import { findIdentitySource } from "@/lib/external-identities/identity-source-store";
import { SourceForms } from "./source-forms";

export const metadata: Metadata = { title: "Identity source" };

/** One issuer: how its tokens are believed, and whether they are. */
export default async function IdentitySourcePage({ params }: PageProps<{ source: string }>) {
  const { source: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const source = await inTenant(caller, (transaction) => findIdentitySource(transaction, id));
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
          ["Id", <Mono key="id">{source.id}</Mono>],
        ]}
      />
    </Section>
  );
}
