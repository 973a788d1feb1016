import { byStatus, listPage } from "@/app/dashboard/_nouns/list-page";
import { Quiet, When } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import type { Words } from "@/app/dashboard/_words/words-of";
import { type FoundCampaign, searchCampaigns } from "@/lib/core/campaigns/campaign-search-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { CampaignBadge } from "./campaign-badges";

export const generateMetadata = titled("installations", "campaigns.title");

/** List of rollouts to installations. */
export default listPage({
  ...{ area: "installations", texts: "campaigns", path: "campaigns" },
  ...byStatus("draft", "confirmed", "completed", "cancelled"),
  read: (caller, browse) => inBatch(caller, (db) => searchCampaigns(db, browse)),
  show: ({ t, format, words }) => ({
    name: [
      t("shared.campaign"),
      ({ name, targetVersion: version }) => ({ name, below: t("shared.toVersion", { version }) }),
    ],
    columns: [
      [t("shared.status"), ({ status }) => <CampaignBadge status={status} t={t} />],
      [
        t("campaigns.installations"),
        ({ displayedCount: count }) =>
          count === null ? <Quiet>{t("campaigns.none")}</Quiet> : format.number(count),
      ],
      [t("campaigns.ended"), (one) => endedOf(one, words)],
      [
        t("campaigns.confirmed"),
        ({ confirmedAt }) => <When at={confirmedAt} otherwise={t("shared.notYet")} />,
        "whitespace-nowrap",
      ],
    ],
  }),
});

function endedOf({ displayedCount, ended }: FoundCampaign, { t, format }: Words<"installations">) {
  if (!displayedCount) return <Quiet>{t("campaigns.none")}</Quiet>;
  // Rounded down: 100 % means that all have ended.
  const whole = Math.floor((ended / displayedCount) * 100) / 100;
  const share = format.number(whole, { style: "percent" });
  return t("campaigns.endedShare", { ended, share });
}
