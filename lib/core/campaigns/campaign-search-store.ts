import type {
  Campaign,
  CampaignMember,
  CampaignProgress,
  CampaignStatus,
} from "@/lib/core/campaigns/campaign";
import {
  type Browse,
  COUNTED_AT_MOST,
  isBackwards,
  PAGE_ROWS,
  type Page,
  pageOf,
  placeIn,
  searchWords,
} from "@/lib/kernel/db/keyset-page";
import { containing, pageByAge } from "@/lib/kernel/db/model-page";
import type { PrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { empty, type Queryable, read, sql } from "@/lib/kernel/db/queryable";
import { isId } from "@/lib/kernel/ids";

/** A campaign as a list shows one. */
export type FoundCampaign = Pick<
  Campaign,
  "id" | "name" | "status" | "targetVersion" | "displayedCount" | "createdAt" | "confirmedAt"
> & {
  /** Number of members that have reported an end, success or failure. */
  ended: number;
};

/** Returns a page of the environment's campaigns, the newest first: those whose name or target version
 *  holds every word of the query. */
export async function searchCampaigns(
  { prisma, tenantId, environmentId }: PrismaTransaction,
  { status, ...browse }: Browse & { status: CampaignStatus | null },
): Promise<Page<FoundCampaign>> {
  const { id, orderBy } = pageByAge(browse);
  const filter = {
    ...{ tenantId, environmentId },
    ...(status ? { status } : {}),
    AND: searchWords(browse.query).map((word) => ({
      OR: [{ name: containing(word) }, { targetVersion: containing(word) }],
    })),
  };
  const rows = await prisma.installationCampaign.findMany({
    where: { ...filter, id },
    select: {
      ...{ id: true, name: true, status: true, targetVersion: true, displayedCount: true },
      ...{ createdAt: true, confirmedAt: true },
      _count: {
        select: { members: { where: { progress: { in: ["succeeded", "failed"] } } } },
      },
    },
    orderBy,
    take: PAGE_ROWS + 1,
  });
  const total = await prisma.installationCampaign.count({
    where: filter,
    take: COUNTED_AT_MOST + 1,
  });
  const found = rows.map(({ _count, ...row }) => ({ ...row, ended: _count.members }));
  return { ...pageOf(found, (one) => one.id, browse), total };
}

/** Returns a page of a campaign's members, by id, optionally those of one progress alone. */
export async function pageCampaignMembers(
  db: Queryable,
  campaignId: string,
  { progress, ...browse }: Pick<Browse, "after" | "before"> & { progress: CampaignProgress | null },
): Promise<Page<CampaignMember>> {
  const of = progress ? sql`AND m.progress = ${progress}::campaign_progress` : empty;
  const place = placeIn(browse);
  const [way, order] = isBackwards(browse) ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const from =
    place !== null && isId(place) ? sql`AND m.installation_id ${way} ${place}::uuid` : empty;
  const rows = await db.query(read<CampaignMember>`
    SELECT m.installation_id, i.name, i.status, m.progress, m.detail, m.reported_at
    FROM installation_campaign_members m JOIN installations i ON i.id = m.installation_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.campaign_id = ${campaignId}::uuid ${of} ${from}
    ORDER BY m.installation_id ${order} LIMIT ${PAGE_ROWS + 1}`);
  return pageOf(rows, ({ installationId }) => installationId, browse);
}

/** A campaign that reaches an installation, and the installation's progress in it. */
export interface MembershipInCampaign {
  campaignId: string;
  name: string;
  targetVersion: string;
  status: CampaignStatus;
  progress: CampaignProgress;
  detail: string | null;
  reportedAt: Date | null;
}

/** Lists the campaigns that reach an installation, ended ones too: the newest fifty. */
export function listCampaignsOf(
  db: Queryable,
  installationId: string,
): Promise<MembershipInCampaign[]> {
  return db.query(read<MembershipInCampaign>`
    SELECT c.id AS campaign_id, c.name, c.target_version, c.status, m.progress, m.detail, m.reported_at
    FROM installation_campaign_members m JOIN installation_campaigns c ON c.id = m.campaign_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.installation_id = ${installationId}::uuid
    ORDER BY c.id DESC LIMIT ${PAGE_ROWS}`);
}
