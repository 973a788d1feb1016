import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { When } from "@/app/dashboard/_parts/when";
import { type Words, wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import type { CampaignStatus } from "@/lib/core/campaigns/campaign";
import { type FoundCampaign, searchCampaigns } from "@/lib/core/campaigns/campaign-search-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { CampaignBadge } from "./campaign-badges";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("installations");
  return { title: t("campaigns.title") };
}

const statuses: readonly CampaignStatus[] = ["draft", "confirmed", "completed", "cancelled"];

/** List of rollouts to installations. */
export default async function CampaignsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const words = await wordsOf("installations");
  const { t, format } = words;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const requestedStatus = textOf(search, "status");
  const status = statuses.find((one) => one === requestedStatus) ?? null;
  const page = await inBatch(caller, (db) => searchCampaigns(db, { ...browse, status }));
  const mayChange = mayActAs(tenant.role, "admin");
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
}

function endedOf({ displayedCount, ended }: FoundCampaign, { t, format }: Words<"installations">) {
  if (!displayedCount) return <Quiet>{t("campaigns.none")}</Quiet>;
  // Rounded down: 100 % means that all have ended.
  const whole = Math.floor((ended / displayedCount) * 100) / 100;
  const share = format.number(whole, { style: "percent" });
  return t("campaigns.endedShare", { ended, share });
}
