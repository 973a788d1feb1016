import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { Quiet, TextLink, When } from "@/app/dashboard/_parts/text";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { MembershipInCampaign } from "@/lib/core/campaigns/campaign-search-store";
import { CampaignBadge, ProgressBadge } from "../../campaigns/campaign-badges";

interface Props {
  campaigns: MembershipInCampaign[];
  place: Place;
  t: Translator<"installations">;
}

/** List of the campaigns that reach an installation. */
export function Memberships({ campaigns, place, t }: Props) {
  return (
    <Section title={t("one.campaigns")} about={t("one.campaignsAbout")}>
      {campaigns.length === 0 ? (
        <Quiet>
          {t.rich("one.campaignsNone", {
            link: (chunks) => <TextLink href={placePath(place, "campaigns")}>{chunks}</TextLink>,
          })}
        </Quiet>
      ) : (
        <Table
          caption={t("one.campaignsAbout")}
          head={[
            t("shared.campaign"),
            t("one.campaignStatus"),
            t("one.progressHere"),
            t("shared.lastReport"),
          ]}
        >
          {campaigns.map((one) => (
            <tr key={one.campaignId}>
              <td>
                <TextLink href={placePath(place, `campaigns/${one.campaignId}`)}>
                  {one.name}
                </TextLink>
                <div>
                  <Quiet>{t("shared.toVersion", { version: one.targetVersion })}</Quiet>
                </div>
              </td>
              <td>
                <CampaignBadge status={one.status} t={t} />
              </td>
              <td>
                <ProgressBadge progress={one.progress} t={t} />
                {one.detail && <div className="mt-1">{one.detail}</div>}
              </td>
              <td className="whitespace-nowrap">
                <When at={one.reportedAt} otherwise={t("shared.notYet")} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
