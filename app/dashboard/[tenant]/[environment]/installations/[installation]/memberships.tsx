import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import type { MembershipInCampaign } from "@/lib/campaigns/campaign-search-store";
import { CampaignBadge, ProgressBadge } from "../../campaigns/campaign-badges";

/** The campaigns that reach an installation. */
export function Memberships({
  campaigns,
  place,
}: {
  campaigns: MembershipInCampaign[];
  place: Place;
}) {
  return (
    <Section title="Campaigns" about="The rollouts that reach it, the newest first.">
      {campaigns.length === 0 ? (
        <Quiet>
          None so far. <TextLink href={placePath(place, "campaigns")}>Campaigns</TextLink> reach an
          installation once a person has confirmed them.
        </Quiet>
      ) : (
        <Table
          caption="Campaigns that reach it"
          head={["Campaign", "Campaign is", "Here", "Reported"]}
        >
          {campaigns.map((one) => (
            <tr key={one.campaignId}>
              <td>
                <TextLink href={placePath(place, `campaigns/${one.campaignId}`)}>
                  {one.name}
                </TextLink>
                <div>
                  <Quiet>to {one.targetVersion}</Quiet>
                </div>
              </td>
              <td>
                <CampaignBadge status={one.status} />
              </td>
              <td>
                <ProgressBadge progress={one.progress} />
                {one.detail && <div className="mt-1">{one.detail}</div>}
              </td>
              <td className="whitespace-nowrap">
                <When at={one.reportedAt} otherwise="not yet" />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
