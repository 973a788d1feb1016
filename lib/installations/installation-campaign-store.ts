import type { TenantTransaction } from "@/lib/db";
import type { CampaignProgress } from "@/lib/installations/campaign";

/** A campaign as a member sees it. */
export interface AssignedCampaign {
  id: string;
  name: string;
  targetVersion: string;
  confirmedAt: Date;
  progress: CampaignProgress;
  detail: string | null;
  reportedAt: Date | null;
}

/** The running campaigns that reach an installation, the oldest confirmation first. */
export function listAssignedCampaigns(
  { sql, environmentId }: TenantTransaction,
  installationId: string,
): Promise<AssignedCampaign[]> {
  return sql.$queryRaw<AssignedCampaign[]>`
    SELECT c.id, c.name, c.target_version AS "targetVersion", c.confirmed_at AS "confirmedAt",
      m.progress::text AS progress, m.detail, m.reported_at AS "reportedAt"
    FROM installation_campaign_members m JOIN installation_campaigns c ON c.id = m.campaign_id
    WHERE m.environment_id = ${environmentId}::uuid AND m.installation_id = ${installationId}::uuid
      AND c.status = 'confirmed'
    ORDER BY c.confirmed_at, c.id`;
}

/** The running campaigns that still wait for an installation. */
export function listAwaitingCampaigns(
  { sql, environmentId }: TenantTransaction,
  installationId: string,
): Promise<{ id: string; name: string }[]> {
  return sql.$queryRaw<{ id: string; name: string }[]>`
    SELECT c.id, c.name FROM installation_campaign_members m
    JOIN installation_campaigns c ON c.id = m.campaign_id
    WHERE m.environment_id = ${environmentId}::uuid AND m.installation_id = ${installationId}::uuid
      AND c.status = 'confirmed' AND m.progress IN ('pending', 'in_progress')
    ORDER BY c.id`;
}

/** How far an installation has come in a campaign, whatever the campaign's status; null when it is no member. */
export async function findMembership(
  { sql, environmentId }: TenantTransaction,
  campaignId: string,
  installationId: string,
): Promise<{ progress: CampaignProgress; detail: string | null; reportedAt: Date | null } | null> {
  return sql.installationCampaignMember.findFirst({
    where: { campaignId, installationId, environmentId },
    select: { progress: true, detail: true, reportedAt: true },
  });
}

/** Holds an active installation's row until the transaction ends. Always before a campaign's: retiring does it
 *  in that order.
 *  @returns whether it is active */
export async function lockActiveInstallation(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<boolean> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM installations
    WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid AND status = 'active' FOR NO KEY UPDATE`;
  return rows.length === 1;
}

/** Stores the version that an installation runs now. */
export async function updateInstallationVersion(
  { sql, environmentId }: TenantTransaction,
  id: string,
  version: string,
): Promise<void> {
  await sql.installation.updateMany({ where: { id, environmentId }, data: { version } });
}
