import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { idIn, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import type { Campaign } from "@/lib/campaigns/campaign";
import { findCampaign } from "@/lib/campaigns/campaign-store";
import { inTransaction } from "@/lib/db/transaction";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { cancelCampaignAction } from "../actions";
import { CampaignBadge } from "../campaign-badges";
import { BlastRadius } from "./blast-radius";
import { Overview } from "./overview";
import { Progress } from "./progress";

export const metadata: Metadata = { title: "Campaign" };

/** One campaign: whom a draft would reach, how far a confirmed one has come. */
export default async function CampaignPage({
  params,
  searchParams,
}: PageProps<{ campaign: string }>) {
  const { campaign: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const campaign = await inTransaction(caller, (db) => findCampaign(db, id));
  if (!campaign) notFound();
  const search = await searchParams;
  const after = textOf(search, "after") || null;
  const mayChange = mayActAs(tenant.role, "admin");
  const { status, targetVersion } = campaign;
  const shared = { campaign, place, caller, after };
  return (
    <>
      <BackTo href={placePath(place, "campaigns")}>Campaigns</BackTo>
      <PageHead
        title={campaign.name}
        about={`Asks installations to move to version ${targetVersion}.`}
      >
        <CampaignBadge status={status} />
      </PageHead>
      {status === "draft" && <BlastRadius {...shared} mayConfirm={mayChange} />}
      {campaign.confirmedAt && <Progress {...shared} only={textOf(search, "progress")} />}
      <Overview campaign={campaign} place={place} caller={caller} />
      {mayChange && (status === "draft" || status === "confirmed") && (
        <Cancel campaign={campaign} place={place} />
      )}
    </>
  );
}

function Cancel({ campaign, place }: { campaign: Campaign; place: Place }) {
  const running = campaign.status === "confirmed";
  return (
    <Section
      title="Cancel"
      about={
        running
          ? "No installation is told of it any more. What was reported stays; what was changed on the machines is not undone."
          : "A draft that is not needed. It stays in the list, as cancelled."
      }
    >
      <TypedConfirmation
        word={campaign.name}
        what={
          running
            ? "The rollout ends here, also where it is under way. This can't be undone; another campaign can be made for the rest."
            : "It can't be confirmed any more. Another one can be made."
        }
        action={cancelCampaignAction}
        submit="Cancel this campaign"
        open="Cancel…"
        fields={{ ...place, id: campaign.id }}
      />
    </Section>
  );
}
