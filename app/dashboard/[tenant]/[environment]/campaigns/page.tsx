import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { NameCell, Quiet, When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import type { Words } from "@/app/dashboard/_words/words-of";
import type { CampaignStatus } from "@/lib/core/campaigns/campaign";
import { type FoundCampaign, searchCampaigns } from "@/lib/core/campaigns/campaign-search-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { CampaignBadge } from "./campaign-badges";

export const generateMetadata = titled("installations", "campaigns.title");

const statuses: readonly CampaignStatus[] = ["draft", "confirmed", "completed", "cancelled"];

/** List of rollouts to installations. */
export default viewerPage("installations", async (request) => {
  const { caller, t, format, words, mayChange, search, place } = request;
  const browse = browseOf(search);
  const requestedStatus = textOf(search, "status");
  const status = statuses.find((one) => one === requestedStatus) ?? null;
  const page = await inPrismaTransaction(caller, (transaction) =>
    searchCampaigns(transaction, { ...browse, status }),
  );
  const path = placePath(place, "campaigns");
  return (
    <Listing
      title={t("campaigns.title")}
      about={t("campaigns.about")}
      path={path}
      browse={browse}
      narrowed={{ status }}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("campaigns.new") } : undefined}
      search={{
        label: t("campaigns.search"),
        placeholder: t("campaigns.placeholder"),
        filters: <StatusFilter status={status} statuses={statuses} />,
      }}
      empty={{
        title: t("campaigns.emptyTitle"),
        text: mayChange ? t("campaigns.empty") : t("campaigns.emptyViewer"),
      }}
      head={[
        t("shared.campaign"),
        t("shared.status"),
        t("campaigns.installations"),
        t("campaigns.ended"),
        t("campaigns.confirmed"),
      ]}
      row={(one) => (
        <tr key={one.id}>
          <NameCell
            href={`${path}/${one.id}`}
            name={one.name}
            below={t("shared.toVersion", { version: one.targetVersion })}
          />
          <td>
            <CampaignBadge status={one.status} t={t} />
          </td>
          <td>
            {one.displayedCount === null ? (
              <Quiet>{t("campaigns.none")}</Quiet>
            ) : (
              format.number(one.displayedCount)
            )}
          </td>
          <td>{endedOf(one, words)}</td>
          <td className="whitespace-nowrap">
            <When at={one.confirmedAt} otherwise={t("shared.notYet")} />
          </td>
        </tr>
      )}
    />
  );
});

function endedOf({ displayedCount, ended }: FoundCampaign, { t, format }: Words<"installations">) {
  if (!displayedCount) return <Quiet>{t("campaigns.none")}</Quiet>;
  // Rounded down: 100 % means that all have ended.
  const whole = Math.floor((ended / displayedCount) * 100) / 100;
  const share = format.number(whole, { style: "percent" });
  return t("campaigns.endedShare", { ended, share });
}
