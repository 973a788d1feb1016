import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuditLink } from "@/app/dashboard/_nouns/audit-link";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { OptionalLink } from "@/app/dashboard/_nouns/optional-link";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Id } from "@/app/dashboard/_parts/id";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { When } from "@/app/dashboard/_parts/when";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import {
  type FoundEnrolmentToken,
  findEnrolmentTokenWhole,
} from "@/lib/core/enrolment/enrolment-token-search-store";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { revokeTokenAction } from "../actions";
import { TokenStateBadge, tokenState, usesOf } from "../token-state";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("installations");
  return { title: t("oneToken.title") };
}

/** Page of one enrolment token: its access, its limits, and its revocation. */
export default async function EnrolmentTokenPage({ params }: PageProps<{ token: string }>) {
  const { token: segment, ...place } = await params;
  const { t } = await wordsOf("installations");
  const { caller, tenant } = await administratorIn(place);
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
      {mayActAs(tenant.role, "admin") && !token.revokedAt && (
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
}

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
