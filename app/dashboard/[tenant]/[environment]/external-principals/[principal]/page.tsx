import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { AuditLink } from "@/app/dashboard/_nouns/audit-link";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Id } from "@/app/dashboard/_parts/id";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { listBindingsOf } from "@/lib/external-identities/external-identity-search-store";
import type { ExternalPrincipal } from "@/lib/external-identities/external-principal";
import { findExternalPrincipal } from "@/lib/external-identities/external-principal-store";
import type { IdentitySource } from "@/lib/external-identities/identity-source";
import { findIdentitySource } from "@/lib/external-identities/identity-source-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { changePrincipalAction } from "../actions";
import { ClaimsField } from "../claims-field";
import { Bindings } from "./bindings";

export const metadata: Metadata = { title: "External principal" };

/** One principal: what is known of them, and whose they are. */
export default async function PrincipalPage({ params }: PageProps<{ principal: string }>) {
  const { principal: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const read = await readWhole(caller, idIn(segment));
  if (!read) notFound();
  const { principal, source, bindings } = read;
  const mayChange = mayActAs(tenant.role, "admin");
  return (
    <>
      <BackTo href={placePath(place, "external-principals")}>External principals</BackTo>
      <div className="wrap-anywhere">
        <PageHead title={principal.subject} about={`As ${source.issuer} knows somebody.`}>
          <Badge tone={principal.claimedBy ? "green" : "neutral"}>
            {principal.claimedBy ? "bound" : "free"}
          </Badge>
        </PageHead>
      </div>
      <Overview principal={principal} source={source} place={place} />
      <Bindings principal={principal} bindings={bindings} place={place} mayChange={mayChange} />
      {mayChange && (
        <Section title="What is known of them">
          <ActionForm action={changePrincipalAction} submit="Save" tone="quiet">
            <AboutFields place={place} id={principal.id} />
            <ClaimsField claims={principal.claims} />
          </ActionForm>
        </Section>
      )}
    </>
  );
}

function readWhole(caller: Caller, id: string) {
  return inTransaction(caller, async (db) => {
    const [principal, bindings] = await Promise.all([
      findExternalPrincipal(db, id),
      listBindingsOf(db, { id }),
    ]);
    const source = principal && (await findIdentitySource(db, principal.sourceId));
    return source && { principal, source, bindings };
  });
}

interface OverviewProps {
  principal: ExternalPrincipal;
  source: IdentitySource;
  place: Place;
}

function Overview({ principal, source, place }: OverviewProps) {
  const claims = Object.keys(principal.claims).length > 0;
  return (
    <Section title="Overview" beside={<AuditLink place={place} target={principal.id} />}>
      <Facts
        rows={[
          [
            "Identity source",
            <TextLink key="source" href={placePath(place, `identity-sources/${source.id}`)}>
              {source.issuer}
            </TextLink>,
          ],
          ["The source is", source.status],
          ["Added", <When key="added" at={principal.createdAt} />],
          ["Brought up to date", <When key="updated" at={principal.updatedAt} />],
          [
            "Known of them",
            claims ? (
              <pre key="claims" className="font-mono text-xs break-all whitespace-pre-wrap">
                {JSON.stringify(principal.claims, null, 2)}
              </pre>
            ) : (
              <Quiet key="claims">nothing</Quiet>
            ),
          ],
          ["Id", <Id key="id">{principal.id}</Id>],
        ]}
      />
    </Section>
  );
}
