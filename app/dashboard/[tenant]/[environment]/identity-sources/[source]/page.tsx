import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { idIn, type PageProps, placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { Id } from "@/app/dashboard/_parts/id";
import { BackTo, Facts, Notice, PageHead, Section } from "@/app/dashboard/_parts/page";
import { AuditLink, Mono, StatusBadge, TextLink, When, Words } from "@/app/dashboard/_parts/text";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { findIdentitySource } from "@/lib/core/external-identities/identity-source-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { SourceForms } from "./source-forms";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("connections");
  return { title: t("sources.page.title") };
}

/** Page of one identity source: the verification of its tokens, and its status. */
export default async function IdentitySourcePage({ params }: PageProps<{ source: string }>) {
  const { source: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const { t } = await wordsOf("connections");
  const id = idIn(segment);
  const source = await inTransaction(caller, (db) => findIdentitySource(db, id));
  if (!source) notFound();
  return (
    <>
      <BackTo href={placePath(place, "identity-sources")}>{t("sources.list.title")}</BackTo>
      <div className="wrap-anywhere">
        <PageHead title={source.issuer} about={t("sources.page.about")}>
          <StatusBadge status={source.status} />
        </PageHead>
      </div>
      {source.status === "disabled" && <Notice tone="red">{t("sources.page.disabled")}</Notice>}
      <Overview source={source} place={place} t={t} />
      {mayActAs(tenant.role, "admin") && <SourceForms source={source} place={place} />}
    </>
  );
}

interface OverviewProps {
  source: IdentitySource;
  place: Place;
  t: Translator<"connections">;
}

function Overview({ source, place, t }: OverviewProps) {
  const none = t("sources.page.none");
  const mapped = Object.entries(source.attributeMapping);
  return (
    <Section
      title={t("sources.page.overview")}
      beside={<AuditLink place={place} target={source.id} />}
    >
      <Facts
        rows={[
          [t("sources.fields.keySet"), <Mono key="keys">{source.jwksUri}</Mono>],
          [
            t("sources.fields.audiences"),
            <Words key="audiences" words={source.audiences} none={none} />,
          ],
          [
            t("sources.fields.attributes"),
            <Words
              key="attributes"
              words={mapped.map(([attribute, claim]) => `${attribute} = ${claim}`)}
              none={none}
            />,
          ],
          [t("sources.page.added"), <When key="added" at={source.createdAt} />],
          [
            t("sources.page.principals"),
            <TextLink
              key="principals"
              href={withValues(placePath(place, "external-principals"), { q: source.issuer })}
            >
              {t("sources.page.principalsLink")}
            </TextLink>,
          ],
          [t("sources.page.id"), <Id key="id">{source.id}</Id>],
        ]}
      />
    </Section>
  );
}
