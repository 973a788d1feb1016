import { notFound } from "next/navigation";
import { browseOf, idIn, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { BackTo, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { Campaign } from "@/lib/core/campaigns/campaign";
import { findCampaign } from "@/lib/core/campaigns/campaign-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { cancelCampaignAction } from "../actions";
import { CampaignBadge } from "../campaign-badges";
import { BlastRadius } from "./blast-radius";
import { Overview } from "./overview";
import { Progress } from "./progress";

export const generateMetadata = titled("installations", "oneCampaign.title");

/** Page of one campaign: the members that a draft would reach, or the progress of a confirmed one. */
export default viewerPage("installations", async (request) => {
  const { caller, t, mayChange, search, place, segment } = request;
  const id = idIn(segment);
  const campaign = await inTransaction(caller, (db) => findCampaign(db, id));
  if (!campaign) notFound();
  const { status, targetVersion } = campaign;
  const shared = { campaign, place, caller, browse: browseOf(search) };
  return (
    <>
      <BackTo href={placePath(place, "campaigns")}>{t("campaigns.title")}</BackTo>
      <PageHead title={campaign.name} about={t("oneCampaign.about", { version: targetVersion })}>
        <CampaignBadge status={status} t={t} />
      </PageHead>
      {status === "draft" && <BlastRadius {...shared} mayConfirm={mayChange} />}
      {campaign.confirmedAt && <Progress {...shared} only={textOf(search, "progress")} />}
      <Overview campaign={campaign} place={place} caller={caller} />
      {mayChange && (status === "draft" || status === "confirmed") && (
        <Cancel campaign={campaign} place={place} t={t} />
      )}
    </>
  );
});

interface CancelProps {
  campaign: Campaign;
  place: Place;
  t: Translator<"installations">;
}

function Cancel({ campaign, place, t }: CancelProps) {
  const [about, what] =
    campaign.status === "confirmed"
      ? ([t("oneCampaign.cancelAboutRunning"), t("oneCampaign.cancelWhatRunning")] as const)
      : ([t("oneCampaign.cancelAboutDraft"), t("oneCampaign.cancelWhatDraft")] as const);
  return (
    <Section title={t("oneCampaign.cancel")} about={about}>
      <TypedConfirmation
        word={campaign.name}
        what={what}
        action={cancelCampaignAction}
        submit={t("oneCampaign.cancelSubmit")}
        open={t("oneCampaign.cancelOpen")}
        fields={{ ...place, id: campaign.id }}
      />
    </Section>
  );
}
