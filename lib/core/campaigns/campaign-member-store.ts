import type { CampaignMember, CampaignProgress } from "@/lib/core/campaigns/campaign";
import { type Queryable, read, write } from "@/lib/kernel/db/queryable";

/** Lists the members of a campaign, by the names of their installations. */
export function listCampaignMembers(db: Queryable, campaignId: string): Promise<CampaignMember[]> {
  return db.query(read<CampaignMember>`
    SELECT m.installation_id, i.name, i.status, m.progress, m.detail, m.reported_at
    FROM installation_campaign_members m JOIN installations i ON i.id = m.installation_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.campaign_id = ${campaignId}::uuid
    ORDER BY i.name, i.id`);
}

/** Returns one member; null for an installation that is none. */
export function findCampaignMember(
  db: Queryable,
  campaignId: string,
  installationId: string,
): Promise<CampaignMember | null> {
  return db.first(read<CampaignMember>`
    SELECT m.installation_id, i.name, i.status, m.progress, m.detail, m.reported_at
    FROM installation_campaign_members m JOIN installations i ON i.id = m.installation_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.campaign_id = ${campaignId}::uuid
      AND m.installation_id = ${installationId}::uuid`);
}

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

/** Lists the running campaigns that reach an installation, the oldest confirmation first. */
export function listAssignedCampaigns(
  db: Queryable,
  installationId: string,
): Promise<AssignedCampaign[]> {
  return db.query(read<AssignedCampaign>`
    SELECT c.id, c.name, c.target_version, c.confirmed_at, m.progress, m.detail, m.reported_at
    FROM installation_campaign_members m JOIN installation_campaigns c ON c.id = m.campaign_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.installation_id = ${installationId}::uuid
      AND c.status = 'confirmed'
    ORDER BY c.confirmed_at, c.id`);
}

/** Returns one such campaign; null for one that does not reach the installation, or does not run. */
export function findAssignedCampaign(
  db: Queryable,
  installationId: string,
  campaignId: string,
): Promise<AssignedCampaign | null> {
  return db.first(read<AssignedCampaign>`
    SELECT c.id, c.name, c.target_version, c.confirmed_at, m.progress, m.detail, m.reported_at
    FROM installation_campaign_members m JOIN installation_campaigns c ON c.id = m.campaign_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.installation_id = ${installationId}::uuid
      AND m.campaign_id = ${campaignId}::uuid AND c.status = 'confirmed'`);
}

/** Lists the running campaigns that still wait for an installation. */
export function listAwaitingCampaigns(
  db: Queryable,
  installationId: string,
): Promise<{ id: string; name: string }[]> {
  return db.query(read<{ id: string; name: string }>`
    SELECT c.id, c.name FROM installation_campaign_members m
    JOIN installation_campaigns c ON c.id = m.campaign_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.installation_id = ${installationId}::uuid
      AND c.status = 'confirmed' AND m.progress IN ('pending', 'in_progress')
    ORDER BY c.id`);
}

/** Returns the progress of an installation in a campaign of any status; null when it is no member. */
export function findMembership(
  db: Queryable,
  campaignId: string,
  installationId: string,
): Promise<Pick<CampaignMember, "progress" | "detail" | "reportedAt"> | null> {
  return db.first(read<Pick<CampaignMember, "progress" | "detail" | "reportedAt">>`
    SELECT progress, detail, reported_at FROM installation_campaign_members
    WHERE environment_id = ${db.environmentId}::uuid AND campaign_id = ${campaignId}::uuid
      AND installation_id = ${installationId}::uuid`);
}

/** Stores a member's report. */
export async function updateMemberProgress(
  db: Queryable,
  { campaignId, installationId }: { campaignId: string; installationId: string },
  { progress, detail, at }: { progress: CampaignProgress; detail: string | null; at: Date },
): Promise<void> {
  await db.execute(write`
    UPDATE installation_campaign_members
    SET progress = ${progress}::campaign_progress, detail = ${detail}, reported_at = ${at}::timestamptz
    WHERE environment_id = ${db.environmentId}::uuid AND campaign_id = ${campaignId}::uuid
      AND installation_id = ${installationId}::uuid`);
}
