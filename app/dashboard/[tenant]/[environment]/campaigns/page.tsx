import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import type { CampaignStatus } from "@/lib/campaigns/campaign";
import { type FoundCampaign, searchCampaigns } from "@/lib/campaigns/campaign-search-store";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { CampaignBadge } from "./campaign-badges";

export const metadata: Metadata = { title: "Campaigns" };

const statuses: readonly CampaignStatus[] = ["draft", "confirmed", "completed", "cancelled"];

/** Rollouts to installations. */
export default async function CampaignsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const asked = textOf(search, "status");
  const status = statuses.find((one) => one === asked) ?? null;
  const page = await inPrismaTransaction(caller, (t) => searchCampaigns(t, { ...browse, status }));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "campaigns");
  return (
    <Listing
      title="Campaigns"
      about="A campaign asks the installations it reaches to move to a version. It reaches nobody until a person has confirmed how many."
      path={path}
      browse={browse}
      narrowed={{ status }}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New campaign" } : undefined}
      search={{
        label: "Search campaigns",
        placeholder: "Name or version",
        filters: <StatusFilter status={status} statuses={statuses} />,
      }}
      empty={{
        title: "No campaigns yet",
        text: mayChange
          ? "Draft one to roll a version out: say which installations it is for, look at who they are, then confirm."
          : "An administrator of this tenant can draft one.",
      }}
      head={["Campaign", "Status", "Reaches", "Reported an end", "Confirmed"]}
      row={(one) => (
        <tr key={one.id}>
          <NameCell href={`${path}/${one.id}`} name={one.name} below={`to ${one.targetVersion}`} />
          <td>
            <CampaignBadge status={one.status} />
          </td>
          <td>{one.displayedCount?.toLocaleString("en") ?? <Quiet>nobody yet</Quiet>}</td>
          <td>{endedOf(one)}</td>
          <td className="whitespace-nowrap">
            <When at={one.confirmedAt} otherwise="not yet" />
          </td>
        </tr>
      )}
    />
  );
}

function endedOf({ displayedCount, ended }: FoundCampaign) {
  if (!displayedCount) return <Quiet>none</Quiet>;
  return `${ended.toLocaleString("en")} (${Math.floor((ended / displayedCount) * 100)} %)`;
}
