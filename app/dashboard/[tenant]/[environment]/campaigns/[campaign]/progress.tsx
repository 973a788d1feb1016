import Link from "next/link";
import { ListPages } from "@/app/dashboard/_nouns/list-pages";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { ShareBar } from "@/app/dashboard/_nouns/share-bar";
import { Badge, Section } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { Quiet, TextLink, When } from "@/app/dashboard/_parts/text";
import { type Translator, type Words, wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { Campaign, CampaignMember } from "@/lib/core/campaigns/campaign";
import { pageCampaignMembers } from "@/lib/core/campaigns/campaign-search-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Browse } from "@/lib/kernel/db/keyset-page";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ProgressBadge, progresses } from "../campaign-badges";

interface Props {
  campaign: Campaign;
  place: Place;
  caller: Caller;
  browse: Browse;
  /** Progress to filter by, as in the address. */
  only: string;
}

/** Parts of the bar: finished ones first. */
const parts = [
  ["succeeded", "fill-green-600"],
  ["failed", "fill-red-600"],
  ["in_progress", "fill-amber-500"],
] as const;

/** Progress of a campaign: in total, and by member. */
export async function Progress({ campaign, place, caller, browse, only }: Props) {
  const words = await wordsOf("installations");
  const { t } = words;
  const progress = progresses.find((one) => one === only) ?? null;
  const { after, before } = browse;
  const page = await inTransaction(caller, (db) =>
    pageCampaignMembers(db, campaign.id, { progress, after, before }),
  );
  const path = placePath(place, `campaigns/${campaign.id}`);
  return (
    <Section
      title={t("progress.title")}
      about={t("progress.about", { count: campaign.displayedCount ?? 0 })}
      beside={
        <span className="text-sm">
          <TextLink href={path}>{t("progress.refresh")}</TextLink>
        </span>
      }
    >
      <Bar campaign={campaign} />
      <Counts campaign={campaign} path={path} chosen={progress} words={words} />
      {page.rows.length > 0 ? (
        <Members rows={page.rows} place={place} t={t} />
      ) : (
        <Quiet>{progress ? t("progress.noneLike") : t("progress.none")}</Quiet>
      )}
      <ListPages path={path} browse={browse} narrowed={{ progress }} page={page} />
    </Section>
  );
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
  words: Words<"installations">;
}

function Counts({ campaign, path, chosen, words: { t, format } }: CountsProps) {
  return (
    <ul className="mb-5 flex flex-wrap gap-2">
      {progresses.map((one) => (
        <li key={one}>
          <Link
            href={chosen === one ? path : withValues(path, { progress: one })}
            aria-current={chosen === one || undefined}
            className="inline-flex min-h-11 items-center gap-2 rounded-lg border border-neutral-300 px-3 text-sm hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 aria-[current]:border-current aria-[current]:font-semibold dark:border-neutral-700 dark:hover:bg-neutral-800"
          >
            {t(`progressStatus.${one}`)}
            <span className="tabular-nums">{format.number(campaign.progress[one])}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface MembersProps {
  rows: CampaignMember[];
  place: Place;
  t: Translator<"installations">;
}

function Members({ rows, place, t }: MembersProps) {
  return (
    <Table
      caption={t("progress.caption")}
      head={[
        t("shared.installation"),
        t("shared.progress"),
        t("progress.message"),
        t("shared.lastReport"),
      ]}
    >
      {rows.map((one) => (
        <tr key={one.installationId}>
          <td className="min-w-40 wrap-anywhere">
            <TextLink href={placePath(place, `installations/${one.installationId}`)}>
              {one.name}
            </TextLink>{" "}
            {one.status === "retired" && <Badge>{t("status.retired")}</Badge>}
          </td>
          <td>
            <ProgressBadge progress={one.progress} t={t} />
          </td>
          <td className="min-w-48 wrap-anywhere">
            {one.detail ?? <Quiet>{t("progress.noMessage")}</Quiet>}
          </td>
          <td className="whitespace-nowrap">
            <When at={one.reportedAt} otherwise={t("shared.notYet")} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
