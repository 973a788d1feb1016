import { notFound } from "next/navigation";
import { idIn, placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { AuditLink, Mono, OptionalLink, TextLink, When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import {
  type FoundEnrolmentToken,
  findEnrolmentTokenWhole,
} from "@/lib/core/enrolment/enrolment-token-search-store";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { revokeTokenAction } from "../actions";
import { TokenStateBadge, tokenState, usesOf } from "../token-state";

export const generateMetadata = titled("installations", "oneToken.title");

/** Page of one enrolment token: its access, its limits, and its revocation. */
export default viewerPage("installations", async ({ caller, t, mayChange, place, segment }) => {
  const id = idIn(segment);
  const token = await inBatch(caller, (db) => findEnrolmentTokenWhole(db, id));
  if (!token) notFound();
  return (
    <>
      <BackTo href={placePath(place, "enrolment-tokens")}>{t("tokens.title")}</BackTo>
      <PageHead title={token.name} about={t("oneToken.about")}>
        <TokenStateBadge state={tokenState(token, now())} t={t} />
      </PageHead>
      <Limits token={token} place={place} t={t} />
      {mayChange && !token.revokedAt && (
        <Section title={t("oneToken.revoke")} about={t("oneToken.revokeAbout")}>
          <TypedConfirmation
            word={token.name}
            what={t("oneToken.revokeWhat")}
            action={revokeTokenAction}
            submit={t("oneToken.revokeSubmit")}
            open={t("oneToken.revokeOpen")}
            fields={{ ...place, id: token.id }}
          />
        </Section>
      )}
    </>
  );
});

interface LimitsProps {
  token: FoundEnrolmentToken;
  place: Place;
  t: Translator<"installations">;
}

function Limits({ token, place, t }: LimitsProps) {
  return (
    <Section title={t("oneToken.limits")} beside={<AuditLink place={place} target={token.id} />}>
      <Facts
        rows={[
          [
            t("shared.app"),
            <TextLink key="app" href={placePath(place, `apps/${token.appId}`)}>
              {token.appName}
            </TextLink>,
          ],
          [
            t("shared.organization"),
            <OptionalLink
              key="organization"
              href={placePath(place, `organizations/${token.organizationId}`)}
              name={token.organizationName}
            />,
          ],
          [t("tokens.uses"), usesOf(token, t)],
          [t("oneToken.perMinute"), token.perMinute],
          [
            t("oneToken.notBefore"),
            <When key="from" at={token.notBefore} otherwise={t("oneToken.atOnce")} />,
          ],
          [t("tokens.expires"), <When key="to" at={token.expiresAt} />],
          [t("oneToken.issued"), <When key="issued" at={token.createdAt} />],
          [t("oneToken.revoked"), <When key="revoked" at={token.revokedAt} />],
          [t("oneToken.hint"), <Mono key="hint">{token.hint}</Mono>],
          [t("shared.id"), <Id key="id">{token.id}</Id>],
        ]}
      />
    </Section>
  );
}
