import { Prisma, type TenantTransaction } from "@/lib/db";
import type {
  Campaign,
  CampaignMember,
  CampaignProgress,
  CampaignSelector,
} from "@/lib/installations/campaign";

const SELECT = Prisma.sql`
  SELECT c.id, c.name, c.status::text AS status, c.target_version AS "targetVersion",
    json_build_object('appId', c.selector_app_id, 'organizationId', c.selector_organization_id,
      'platform', c.selector_platform, 'versionBelow', c.selector_version_below) AS selector,
    c.membership_version AS "membershipVersion", c.displayed_count AS "displayedCount", p.progress,
    c.created_at AS "createdAt", c.confirmed_at AS "confirmedAt", c.completed_at AS "completedAt",
    c.cancelled_at AS "cancelledAt"
  FROM installation_campaigns c
  CROSS JOIN LATERAL (
    SELECT json_build_object(
      'pending', count(*) FILTER (WHERE m.progress = 'pending'),
      'in_progress', count(*) FILTER (WHERE m.progress = 'in_progress'),
      'succeeded', count(*) FILTER (WHERE m.progress = 'succeeded'),
      'failed', count(*) FILTER (WHERE m.progress = 'failed')) AS progress
    FROM installation_campaign_members m WHERE m.campaign_id = c.id) p`;

/** Every campaign of the environment, the oldest first. */
export function listCampaigns({ sql, environmentId }: TenantTransaction): Promise<Campaign[]> {
  return sql.$queryRaw<Campaign[]>`
    ${SELECT} WHERE c.environment_id = ${environmentId}::uuid ORDER BY c.id`;
}

/** The campaign with this id in the environment. */
export async function findCampaign(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<Campaign | null> {
  const rows = await sql.$queryRaw<Campaign[]>`
    ${SELECT} WHERE c.environment_id = ${environmentId}::uuid AND c.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** The same, holding its row until the transaction ends: confirming, cancelling and reports take turns. */
export async function lockCampaign(
  transaction: TenantTransaction,
  id: string,
): Promise<Campaign | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`
    SELECT id FROM installation_campaigns
    WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid FOR NO KEY UPDATE`;
  return findCampaign(transaction, id);
}

/** Adds a draft.
 *  @returns its id */
export async function insertCampaign(
  { sql, tenantId, environmentId }: TenantTransaction,
  wanted: { name: string; targetVersion: string; selector: CampaignSelector },
): Promise<string> {
  const { name, targetVersion, selector } = wanted;
  const row = await sql.installationCampaign.create({
    data: {
      ...{ tenantId, environmentId, name, targetVersion },
      selectorAppId: selector.appId,
      selectorOrganizationId: selector.organizationId,
      selectorPlatform: selector.platform,
      selectorVersionBelow: selector.versionBelow,
    },
    select: { id: true },
  });
  return row.id;
}

/** Ends a campaign that runs or never began.
 *  @returns whether this call did */
export async function cancelCampaignRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const { count } = await sql.installationCampaign.updateMany({
    where: { id, environmentId, status: { in: ["draft", "confirmed"] } },
    data: { status: "cancelled", cancelledAt: at },
  });
  return count === 1;
}

/** Completes a confirmed campaign of which no active installation is still to report an end.
 *  @returns whether this call did */
export async function completeCampaignRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const count = await sql.$executeRaw`
    UPDATE installation_campaigns c SET status = 'completed', completed_at = ${at}
    WHERE c.id = ${id}::uuid AND c.environment_id = ${environmentId}::uuid AND c.status = 'confirmed'
      AND NOT EXISTS (
        SELECT FROM installation_campaign_members m JOIN installations i ON i.id = m.installation_id
        WHERE m.campaign_id = c.id AND m.progress IN ('pending', 'in_progress') AND i.status = 'active')`;
  return count === 1;
}

/** The members of a campaign, by the names of their installations. */
export function listCampaignMembers(
  { sql, environmentId }: TenantTransaction,
  campaignId: string,
): Promise<CampaignMember[]> {
  return sql.$queryRaw<CampaignMember[]>`
    SELECT m.installation_id AS "installationId", i.name, i.status::text AS status, m.progress::text AS progress,
      m.detail, m.reported_at AS "reportedAt"
    FROM installation_campaign_members m JOIN installations i ON i.id = m.installation_id
    WHERE m.environment_id = ${environmentId}::uuid AND m.campaign_id = ${campaignId}::uuid
    ORDER BY i.name, i.id`;
}

/** Stores what a member reports. */
export async function updateMemberProgress(
  { sql, environmentId }: TenantTransaction,
  member: { campaignId: string; installationId: string },
  report: { progress: CampaignProgress; detail: string | null; at: Date },
): Promise<void> {
  await sql.installationCampaignMember.updateMany({
    where: { ...member, environmentId },
    data: { progress: report.progress, detail: report.detail, reportedAt: report.at },
  });
}
