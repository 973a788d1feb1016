import Link from "next/link";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { ShareBar } from "@/app/dashboard/_nouns/share-bar";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Badge } from "@/app/dashboard/_parts/badge";
import { More } from "@/app/dashboard/_parts/more";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import type { Caller } from "@/lib/caller";
import type { Campaign, CampaignMember } from "@/lib/campaigns/campaign";
import { pageCampaignMembers } from "@/lib/campaigns/campaign-search-store";
import { inTransaction } from "@/lib/db/transaction";
import { ProgressBadge, progresses, progressName } from "../campaign-badges";

interface Props {
  campaign: Campaign;
  place: Place;
  caller: Caller;
  after: string | null;
  /** The progress to narrow to, as the address says it. */
  only: string;
}

/** The parts of the bar: what has ended comes first. */
const parts = [
  ["succeeded", "fill-green-600"],
  ["failed", "fill-red-600"],
  ["in_progress", "fill-amber-500"],
] as const;

/** How far a campaign has come: in all, and member by member. */
export async function Progress({ campaign, place, caller, after, only }: Props) {
  const progress = progresses.find((one) => one === only) ?? null;
  const { rows, next } = await inTransaction(caller, (db) =>
    pageCampaignMembers(db, campaign.id, { progress, after }),
  );
  const path = placePath(place, `campaigns/${campaign.id}`);
  return (
    <Section
      title="Progress"
      about={`Confirmed for ${membersOf(campaign)}. Each reports for itself; a failure may be mended as long as the campaign runs.`}
      beside={
        <span className="text-sm">
          <TextLink href={path}>Show it as it is now</TextLink>
        </span>
      }
    >
      <Bar campaign={campaign} />
      <Counts campaign={campaign} path={path} chosen={progress} />
      {rows.length > 0 ? (
        <Members rows={rows} place={place} />
      ) : (
        <Quiet>{progress ? `None is ${progressName(progress)}.` : "It reaches nobody."}</Quiet>
      )}
      {next && <More href={withValues(path, { progress, after: next })} />}
    </Section>
  );
}

function membersOf({ displayedCount }: Campaign): string {
  return displayedCount === 1 ? "1 installation" : `${displayedCount} installations`;
}

function Bar({ campaign: { progress } }: { campaign: Campaign }) {
  const total = progresses.reduce((sum, one) => sum + progress[one], 0);
  if (total === 0) return null;
  return (
    <div className="mb-4">
      <ShareBar
        parts={parts.map(([one, colour]) => ({ share: (progress[one] / total) * 100, colour }))}
      />
    </div>
  );
}

interface CountsProps {
  campaign: Campaign;
  path: string;
  chosen: string | null;
}

function Counts({ campaign, path, chosen }: CountsProps) {
  return (
    <ul className="mb-5 flex flex-wrap gap-2">
      {progresses.map((one) => (
        <li key={one}>
          <Link
            href={chosen === one ? path : withValues(path, { progress: one })}
            aria-current={chosen === one || undefined}
            className="inline-flex min-h-11 items-center gap-2 rounded-lg border border-neutral-300 px-3 text-sm hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 aria-[current]:border-current aria-[current]:font-semibold dark:border-neutral-700 dark:hover:bg-neutral-800"
          >
            {progressName(one)}
            <span className="tabular-nums">{campaign.progress[one].toLocaleString("en")}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Members({ rows, place }: { rows: CampaignMember[]; place: Place }) {
  return (
    <Table caption="Members" head={["Installation", "Progress", "What it says", "Reported"]}>
      {rows.map((one) => (
        <tr key={one.installationId}>
          <td className="min-w-40 wrap-anywhere">
            <TextLink href={placePath(place, `installations/${one.installationId}`)}>
              {one.name}
            </TextLink>{" "}
            {one.status === "retired" && <Badge>retired</Badge>}
          </td>
          <td>
            <ProgressBadge progress={one.progress} />
          </td>
          <td className="min-w-48 wrap-anywhere">{one.detail ?? <Quiet>nothing</Quiet>}</td>
          <td className="whitespace-nowrap">
            <When at={one.reportedAt} otherwise="not yet" />
          </td>
        </tr>
      ))}
    </Table>
  );
}
