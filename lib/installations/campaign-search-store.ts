import {
  type Browse,
  holding,
  PAGE_ROWS,
  type Page,
  pageBeforeId,
  pageOf,
  searchWords,
} from "@/lib/browse";
import { Prisma, type TenantTransaction } from "@/lib/db";
import { isId } from "@/lib/ids";
import type {
  Campaign,
  CampaignMember,
  CampaignProgress,
  CampaignStatus,
} from "@/lib/installations/campaign";

/** A campaign as a list shows one. */
export type FoundCampaign = Pick<
  Campaign,
  "id" | "name" | "status" | "targetVersion" | "displayedCount" | "createdAt" | "confirmedAt"
> & {
  /** How many members have reported an end, either way. */
  ended: number;
};

/** A page of the environment's campaigns, the newest first: those whose name or target version holds every word
 *  of the query. */
export async function searchCampaigns(
  { sql, tenantId, environmentId }: TenantTransaction,
  { query, status, after }: Browse & { status: CampaignStatus | null },
): Promise<Page<FoundCampaign>> {
  const before = pageBeforeId({ after });
  const rows = await sql.installationCampaign.findMany({
    where: {
      ...{ tenantId, environmentId, id: { lt: before } },
      ...(status ? { status } : {}),
      AND: searchWords(query).map((word) => ({
        OR: [{ name: holding(word) }, { targetVersion: holding(word) }],
      })),
    },
    select: {
      ...{ id: true, name: true, status: true, targetVersion: true, displayedCount: true },
      ...{ createdAt: true, confirmedAt: true },
      _count: {
        select: { members: { where: { progress: { in: ["succeeded", "failed"] } } } },
      },
    },
    orderBy: { id: "desc" },
    take: PAGE_ROWS + 1,
  });
  const found = rows.map(({ _count, ...row }) => ({ ...row, ended: _count.members }));
  return pageOf(found, ({ id }) => id);
}

/** A page of a campaign's members, by id, those of one progress alone where one is named. */
export async function pageCampaignMembers(
  { sql, environmentId }: TenantTransaction,
  campaignId: string,
  { progress, after }: { progress: CampaignProgress | null; after: string | null },
): Promise<Page<CampaignMember>> {
  const of = progress ? Prisma.sql`AND m.progress = ${progress}::campaign_progress` : Prisma.empty;
  const from =
    after !== null && isId(after)
      ? Prisma.sql`AND m.installation_id > ${after}::uuid`
      : Prisma.empty;
  const rows = await sql.$queryRaw<CampaignMember[]>`
    SELECT m.installation_id AS "installationId", i.name, i.status::text AS status, m.progress::text AS progress,
      m.detail, m.reported_at AS "reportedAt"
    FROM installation_campaign_members m JOIN installations i ON i.id = m.installation_id
    WHERE m.environment_id = ${environmentId}::uuid AND m.campaign_id = ${campaignId}::uuid ${of} ${from}
    ORDER BY m.installation_id LIMIT ${PAGE_ROWS + 1}`;
  return pageOf(rows, ({ installationId }) => installationId);
}
