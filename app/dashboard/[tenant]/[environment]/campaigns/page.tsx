import type { Metadata } from "next";
import { NameCell, Quiet } from "@/app/dashboard/_nouns/layout-parts";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { When } from "@/app/dashboard/_parts/parts";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { inTenant } from "@/lib/db";
import type { CampaignStatus } from "@/lib/installations/campaign";
import { type FoundCampaign, searchCampaigns } from "@/lib/installations/campaign-search-store";
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
  const page = await inTenant(caller, (t) => searchCampaigns(t, { ...browse, status }));
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
