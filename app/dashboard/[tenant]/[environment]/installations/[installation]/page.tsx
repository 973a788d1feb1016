import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { OptionalLink } from "@/app/dashboard/_nouns/optional-link";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Id } from "@/app/dashboard/_parts/id";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { When } from "@/app/dashboard/_parts/when";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { readAuditSlice } from "@/lib/core/audit/audit-reading-store";
import { listCampaignsOf } from "@/lib/core/campaigns/campaign-search-store";
import { findInstallationWhole } from "@/lib/core/installations/installation-search-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { retireInstallationAction } from "../actions";
import { InstallationBadge } from "../installation-badge";
import { Memberships } from "./memberships";
import { Trail } from "./trail";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("installations");
  return { title: t("one.title") };
}

/** Page of one installation. */
export default async function InstallationPage({ params }: PageProps<{ installation: string }>) {
  const { installation: segment, ...place } = await params;
  const { t } = await wordsOf("installations");
  const { caller, tenant } = await administratorIn(place);
  const read = await readWhole(caller, idIn(segment));
  if (!read) notFound();
  const { installation: one, campaigns, events } = read;
  return (
    <>
      <BackTo href={placePath(place, "installations")}>{t("list.title")}</BackTo>
      <PageHead title={one.name} about={t("one.about", { app: one.appName })}>
        <InstallationBadge status={one.status} t={t} />
      </PageHead>
      {one.status === "retired" && (
        <Notice tone="amber">
          {t.rich("one.retired", { when: () => <When at={one.retiredAt} /> })}
        </Notice>
      )}
      <Overview one={one} place={place} t={t} />
      <Memberships campaigns={campaigns} place={place} t={t} />
      <Trail events={events} target={one.id} place={place} />
      {mayActAs(tenant.role, "admin") && one.status === "active" && (
        <Section title={t("one.retire")} about={t("one.retireAbout")}>
          <TypedConfirmation
            word={one.name}
            what={t("one.retireWhat")}
            action={retireInstallationAction}
            submit={t("one.retireSubmit")}
            open={t("one.retireOpen")}
            fields={{ ...place, id: one.id }}
          />
        </Section>
      )}
    </>
  );
}

type Whole = NonNullable<Awaited<ReturnType<typeof findInstallationWhole>>>;

async function readWhole(caller: Caller, id: string) {
  const scope = { tenantId: caller.tenantId, environmentId: caller.environmentId };
  const slice = { after: null, forward: false, limit: 10 };
  const [installation, campaigns, { events }] = await inTransaction(caller, (db) =>
    Promise.all([
      findInstallationWhole(db, id),
      listCampaignsOf(db, id),
      readAuditSlice(db, scope, { target: id }, slice),
    ]),
  );
  return installation && { installation, campaigns, events };
}

interface OverviewProps {
  one: Whole;
  place: Place;
  t: Translator<"installations">;
}

function Overview({ one, place, t }: OverviewProps) {
  const { enrolmentToken } = one;
  return (
    <Section title={t("one.overview")}>
      <Facts
        rows={[
          [t("shared.version"), one.version ?? <Quiet>{t("shared.unknown")}</Quiet>],
          [t("shared.platform"), one.platform ?? <Quiet>{t("shared.unknown")}</Quiet>],
          [t("shared.lastSeen"), <When key="seen" at={one.lastSeenAt} />],
          [t("one.enrolled"), <When key="enrolled" at={one.enrolledAt} />],
          [
            t("shared.app"),
            <TextLink key="app" href={placePath(place, `apps/${one.appId}`)}>
              {one.appName}
            </TextLink>,
          ],
          [
            t("shared.organization"),
            <OptionalLink
              key="organization"
              href={placePath(place, `organizations/${one.organizationId}`)}
              name={one.organizationName}
            />,
          ],
          [
            t("one.token"),
            <TextLink key="token" href={placePath(place, `enrolment-tokens/${enrolmentToken.id}`)}>
              {enrolmentToken.name}
            </TextLink>,
          ],
          [t("shared.id"), <Id key="id">{one.id}</Id>],
          [t("one.thumbprint"), <Mono key="key">{one.keyThumbprint}</Mono>],
        ]}
      />
    </Section>
  );
}
