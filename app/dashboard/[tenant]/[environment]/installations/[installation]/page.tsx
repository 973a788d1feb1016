import { notFound } from "next/navigation";
import { idIn, placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Facts, Notice, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { Mono, OptionalLink, Quiet, TextLink, When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { readAuditSlice } from "@/lib/core/audit/audit-reading-store";
import { listCampaignsOf } from "@/lib/core/campaigns/campaign-search-store";
import { findInstallationWhole } from "@/lib/core/installations/installation-search-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { retireInstallationAction } from "../actions";
import { InstallationBadge } from "../installation-badge";
import { Memberships } from "./memberships";
import { Trail } from "./trail";

export const generateMetadata = titled("installations", "one.title");

/** Page of one installation. */
export default viewerPage("installations", async ({ caller, t, mayChange, place, segment }) => {
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
      {mayChange && one.status === "active" && (
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
});

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
