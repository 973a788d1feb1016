import { notFound } from "next/navigation";
import { idIn, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { BackTo, Badge, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { AuditLink, Quiet, TextLink, When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { listBindingsOf } from "@/lib/core/external-identities/external-identity-search-store";
import type { ExternalPrincipal } from "@/lib/core/external-identities/external-principal";
import { findExternalPrincipal } from "@/lib/core/external-identities/external-principal-store";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { findIdentitySource } from "@/lib/core/external-identities/identity-source-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { changePrincipalAction } from "../actions";
import { ClaimsField } from "../claims-field";
import { Bindings } from "./bindings";

export const generateMetadata = titled("connections", "principals.page.title");

/** Page of one principal: its claims, and its users. */
export default viewerPage("connections", async ({ caller, t, mayChange, place, segment }) => {
  const read = await readWhole(caller, idIn(segment));
  if (!read) notFound();
  const { principal, source, bindings } = read;
  return (
    <>
      <BackTo href={placePath(place, "external-principals")}>{t("principals.list.title")}</BackTo>
      <div className="wrap-anywhere">
        <PageHead
          title={principal.subject}
          about={t("principals.page.about", { issuer: source.issuer })}
        >
          <Badge tone={principal.claimedBy ? "green" : "neutral"}>
            {t(principal.claimedBy ? "principals.status.bound" : "principals.status.free")}
          </Badge>
        </PageHead>
      </div>
      <Overview principal={principal} source={source} place={place} t={t} />
      <Bindings
        principal={principal}
        bindings={bindings}
        place={place}
        mayChange={mayChange}
        t={t}
      />
      {mayChange && (
        <Section title={t("principals.claims.label")}>
          <ActionForm
            action={changePrincipalAction}
            submit={t("principals.page.saveClaims")}
            tone="quiet"
          >
            <AboutFields place={place} id={principal.id} />
            <ClaimsField claims={principal.claims} />
          </ActionForm>
        </Section>
      )}
    </>
  );
});

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
  t: Translator<"connections">;
}

function Overview({ principal, source, place, t }: OverviewProps) {
  const claims = Object.keys(principal.claims).length > 0;
  return (
    <Section
      title={t("principals.page.overview")}
      beside={<AuditLink place={place} target={principal.id} />}
    >
      <Facts
        rows={[
          [
            t("principals.new.source"),
            <TextLink key="source" href={placePath(place, `identity-sources/${source.id}`)}>
              {source.issuer}
            </TextLink>,
          ],
          [t("principals.page.sourceStatus"), t(`principals.page.${source.status}`)],
          [t("principals.list.added"), <When key="added" at={principal.createdAt} />],
          [t("principals.page.updated"), <When key="updated" at={principal.updatedAt} />],
          [
            t("principals.claims.label"),
            claims ? (
              <pre
                key="claims"
                dir="ltr"
                className="w-fit font-mono text-xs break-all whitespace-pre-wrap"
              >
                {JSON.stringify(principal.claims, null, 2)}
              </pre>
            ) : (
              <Quiet key="claims">{t("principals.page.noClaims")}</Quiet>
            ),
          ],
          [t("principals.page.id"), <Id key="id">{principal.id}</Id>],
        ]}
      />
    </Section>
  );
}
