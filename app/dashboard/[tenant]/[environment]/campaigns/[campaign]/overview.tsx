import { AuditLink } from "@/app/dashboard/_nouns/audit-link";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { OptionalLink } from "@/app/dashboard/_nouns/optional-link";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { Id } from "@/app/dashboard/_parts/id";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import { findApp } from "@/lib/apps/app-store";
import type { Caller } from "@/lib/caller";
import type { Campaign } from "@/lib/campaigns/campaign";
import { inTransaction } from "@/lib/db/transaction";
import { findOrganization } from "@/lib/organizations/organization-store";

interface Props {
  campaign: Campaign;
  place: Place;
  caller: Caller;
}

/** What a campaign asks for, of whom, and when it was what. */
export async function Overview({ campaign, place, caller }: Props) {
  const { appId, organizationId, platform, versionBelow } = campaign.selector;
  const [app, organization] = await inTransaction(caller, (db) =>
    Promise.all([
      appId ? findApp(db, appId) : null,
      organizationId ? findOrganization(db, organizationId) : null,
    ]),
  );
  const any = <Quiet>any</Quiet>;
  return (
    <Section
      title="What it is for"
      about="Active installations that fit all of this. It can't be changed: make another campaign instead."
      beside={<AuditLink place={place} target={campaign.id} />}
    >
      <Facts
        rows={[
          ["Version to move to", <Mono key="target">{campaign.targetVersion}</Mono>],
          ["Version below", versionBelow ? <Mono key="below">{versionBelow}</Mono> : any],
          [
            "App",
            app ? (
              <OptionalLink key="app" href={placePath(place, `apps/${app.id}`)} name={app.name} />
            ) : (
              any
            ),
          ],
          [
            "Organization",
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
          ["Platform", platform ? <Mono key="platform">{platform}</Mono> : any],
          ["Drafted", <When key="drafted" at={campaign.createdAt} />],
          ["Confirmed", <When key="confirmed" at={campaign.confirmedAt} otherwise="not yet" />],
          endOf(campaign),
          ["Id", <Id key="id">{campaign.id}</Id>],
        ]}
      />
    </Section>
  );
}

function endOf({ cancelledAt, completedAt }: Campaign) {
  if (cancelledAt) return ["Cancelled", <When key="end" at={cancelledAt} />] as const;
  return ["Completed", <When key="end" at={completedAt} otherwise="not yet" />] as const;
}
