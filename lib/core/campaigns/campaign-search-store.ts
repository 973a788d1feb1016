import type {
  Campaign,
  CampaignMember,
  CampaignProgress,
  CampaignStatus,
} from "@/lib/core/campaigns/campaign";
import { type Browse, PAGE_ROWS, type Page, pageOf } from "@/lib/kernel/db/keyset-page";
import { byAge, byId, readListPage } from "@/lib/kernel/db/list-page";
import { empty, type Queryable, read, sql } from "@/lib/kernel/db/queryable";

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
export function searchCampaigns(
  db: Queryable,
  { status, ...browse }: Browse & { status: CampaignStatus | null },
): Promise<Page<FoundCampaign>> {
  return readListPage<FoundCampaign>(db, browse, {
    columns: sql`x.id, x.name, x.status, x.target_version, x.displayed_count, x.created_at, x.confirmed_at,
      (SELECT count(*) FROM installation_campaign_members m WHERE m.environment_id = x.environment_id
        AND m.campaign_id = x.id AND m.progress IN ('succeeded', 'failed')) AS ended`,
    tables: sql`installation_campaigns x`,
    filter: status ? sql`AND x.status = ${status}::installation_campaign_status` : empty,
    text: sql`(x.name || ' ' || x.target_version)`,
    order: byAge(browse),
  });
}

/** Returns a page of a campaign's members, by id, optionally those of one progress alone. */
export async function pageCampaignMembers(
  db: Queryable,
  campaignId: string,
  { progress, ...browse }: Pick<Browse, "after" | "before"> & { progress: CampaignProgress | null },
): Promise<Page<CampaignMember>> {
  const of = progress ? sql`AND m.progress = ${progress}::campaign_progress` : empty;
  const { by, from, placeOf } = byId<CampaignMember>(
    sql`m.installation_id`,
    browse,
    ({ installationId }) => installationId,
  );
  const rows = await db.query(read<CampaignMember>`
    SELECT m.installation_id, i.name, i.status, m.progress, m.detail, m.reported_at
    FROM installation_campaign_members m JOIN installations i ON i.id = m.installation_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.campaign_id = ${campaignId}::uuid ${of} ${from}
    ORDER BY ${by} LIMIT ${PAGE_ROWS + 1}`);
  return pageOf(rows, placeOf, browse);
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
