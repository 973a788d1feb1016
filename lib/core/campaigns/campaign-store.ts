import type { Campaign, CampaignFigures, CampaignSelector } from "@/lib/core/campaigns/campaign";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

const SELECT = sql`
  SELECT c.id, c.name, c.status, c.target_version,
    json_build_object('appId', c.selector_app_id, 'organizationId', c.selector_organization_id,
      'platform', c.selector_platform, 'versionBelow', c.selector_version_below) AS selector,
    c.membership_version, c.displayed_count, p.progress, c.created_at, c.confirmed_at, c.completed_at, c.cancelled_at
  FROM installation_campaigns c
  CROSS JOIN LATERAL (
    SELECT json_build_object(
      'pending', count(*) FILTER (WHERE m.progress = 'pending'),
      'in_progress', count(*) FILTER (WHERE m.progress = 'in_progress'),
      'succeeded', count(*) FILTER (WHERE m.progress = 'succeeded'),
      'failed', count(*) FILTER (WHERE m.progress = 'failed')) AS progress
    FROM installation_campaign_members m WHERE m.campaign_id = c.id) p`;

/** Lists every campaign of the environment, the oldest first. */
export function listCampaigns(db: Queryable): Promise<Campaign[]> {
  return db.query(read<Campaign>`
    ${SELECT} WHERE c.environment_id = ${db.environmentId}::uuid ORDER BY c.id`);
}

/** Returns the campaign with this id in the environment. */
export function findCampaign(db: Queryable, id: string): Promise<Campaign | null> {
  return db.first(read<Campaign>`
    ${SELECT} WHERE c.environment_id = ${db.environmentId}::uuid AND c.id = ${id}::uuid`);
}

/** Like `findCampaign`, and locks the row until the transaction ends: confirming, cancelling and reports
 *  are serialized. */
export async function lockCampaign(db: Queryable, id: string): Promise<Campaign | null> {
  // Two statements: only one that starts after the row is locked sees what members reported meanwhile.
  const [, found] = await Promise.all([
    db.query(lock`
      SELECT FROM installation_campaigns
      WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid FOR NO KEY UPDATE`),
    findCampaign(db, id),
  ]);
  return found;
}

/** Adds a draft.
 *  @returns its id */
export async function insertCampaign(
  db: Queryable,
  draft: { name: string; targetVersion: string; selector: CampaignSelector },
): Promise<string> {
  const { name, targetVersion, selector } = draft;
  const { appId, organizationId, platform, versionBelow } = selector;
  const id = newId();
  await db.execute(write`
    INSERT INTO installation_campaigns (id, tenant_id, environment_id, name, target_version, selector_app_id,
      selector_organization_id, selector_platform, selector_version_below)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${name}, ${targetVersion}, ${appId}::uuid,
      ${organizationId}::uuid, ${platform}, ${versionBelow})`);
  return id;
}

/** Stores the confirmation of a draft whose row is locked. */
export async function confirmCampaignRow(
  db: Queryable,
  id: string,
  { count, membershipVersion }: CampaignFigures,
  at: Date,
): Promise<void> {
  await db.execute(write`
    UPDATE installation_campaigns
    SET status = 'confirmed', confirmed_at = ${at}::timestamptz, membership_version = ${membershipVersion},
      displayed_count = ${count}::int
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND status = 'draft'`);
}

/** Ends a campaign that runs or never started.
 *  @returns whether this call did */
export async function cancelCampaignRow(db: Queryable, id: string, at: Date): Promise<boolean> {
  const cancelled = await db.execute(lock`
    UPDATE installation_campaigns SET status = 'cancelled', cancelled_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND status IN ('draft', 'confirmed')`);
  return cancelled === 1;
}

/** Completes a confirmed campaign, unless it still waits for an active installation to report an end.
 *  @returns whether this call did */
export async function completeCampaignRow(db: Queryable, id: string, at: Date): Promise<boolean> {
  const completed = await db.execute(write`
    UPDATE installation_campaigns c SET status = 'completed', completed_at = ${at}::timestamptz
    WHERE c.id = ${id}::uuid AND c.environment_id = ${db.environmentId}::uuid AND c.status = 'confirmed'
      AND NOT EXISTS (
        SELECT FROM installation_campaign_members m JOIN installations i ON i.id = m.installation_id
        WHERE m.campaign_id = c.id AND m.progress IN ('pending', 'in_progress') AND i.status = 'active')`);
  return completed === 1;
}
