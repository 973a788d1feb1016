import { notFound } from "next/navigation";
import { idIn, placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Facts, Notice, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { AuditLink, Mono, StatusBadge, TextLink, When, Words } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { findIdentitySource } from "@/lib/core/external-identities/identity-source-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { SourceForms } from "./source-forms";

export const generateMetadata = titled("connections", "sources.page.title");

/** Page of one identity source: the verification of its tokens, and its status. */
export default viewerPage("connections", async ({ caller, t, mayChange, place, segment }) => {
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
      {mayChange && <SourceForms source={source} place={place} />}
    </>
  );
});

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
