import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Facts, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { AuditLink, Mono, OptionalLink, Quiet, When } from "@/app/dashboard/_parts/text";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { findApp } from "@/lib/core/apps/app-store";
import type { Campaign } from "@/lib/core/campaigns/campaign";
import { findOrganization } from "@/lib/core/organizations/organization-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

interface Props {
  campaign: Campaign;
  place: Place;
  caller: Caller;
}

/** Target version and selector of a campaign, and the times of its states. */
export async function Overview({ campaign, place, caller }: Props) {
  const { t } = await wordsOf("installations");
  const { appId, organizationId, platform, versionBelow } = campaign.selector;
  const [app, organization] = await inTransaction(caller, (db) =>
    Promise.all([
      appId ? findApp(db, appId) : null,
      organizationId ? findOrganization(db, organizationId) : null,
    ]),
  );
  const any = <Quiet>{t("oneCampaign.any")}</Quiet>;
  return (
    <Section
      title={t("oneCampaign.details")}
      about={t("oneCampaign.detailsAbout")}
      beside={<AuditLink place={place} target={campaign.id} />}
    >
      <Facts
        rows={[
          [t("draft.target"), <Mono key="target">{campaign.targetVersion}</Mono>],
          [t("draft.below"), versionBelow ? <Mono key="below">{versionBelow}</Mono> : any],
          [
            t("shared.app"),
            app ? (
              <OptionalLink key="app" href={placePath(place, `apps/${app.id}`)} name={app.name} />
            ) : (
              any
            ),
          ],
          [
            t("shared.organization"),
            organization ? (
              <OptionalLink
                key="organization"
                href={placePath(place, `organizations/${organization.id}`)}
                name={organization.name}
              />
            ) : (
              any
            ),
          ],
          [t("shared.platform"), platform ? <Mono key="platform">{platform}</Mono> : any],
          [t("oneCampaign.drafted"), <When key="drafted" at={campaign.createdAt} />],
          [
            t("oneCampaign.confirmed"),
            <When key="confirmed" at={campaign.confirmedAt} otherwise={t("shared.notYet")} />,
          ],
          endOf(campaign, t),
          [t("shared.id"), <Id key="id">{campaign.id}</Id>],
        ]}
      />
    </Section>
  );
}

function endOf({ cancelledAt, completedAt }: Campaign, t: Translator<"installations">) {
  if (cancelledAt)
    return [t("oneCampaign.cancelled"), <When key="end" at={cancelledAt} />] as const;
  return [
    t("oneCampaign.completed"),
    <When key="end" at={completedAt} otherwise={t("shared.notYet")} />,
  ] as const;
}
