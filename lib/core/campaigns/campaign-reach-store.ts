import type { CampaignFigures, CampaignSelector } from "@/lib/core/campaigns/campaign";
import { type Browse, isBackwards, placeIn } from "@/lib/kernel/db/keyset-page";
import { empty, join, type Queryable, read, type Sql, sql, write } from "@/lib/kernel/db/queryable";
import { isId } from "@/lib/kernel/ids";

/** Selects the active installations that a selector matches, each with the columns that the selector
 *  reads. */
function selected(
  { environmentId }: Queryable,
  { appId, organizationId, platform, versionBelow }: CampaignSelector,
): Sql {
  const reads: Sql[] = [sql`i.id`];
  const fits: Sql[] = [sql`i.environment_id = ${environmentId}::uuid`, sql`i.status = 'active'`];
  const add = (column: Sql, condition: Sql) => {
    reads.push(column);
    fits.push(condition);
  };
  if (appId) add(sql`i.app_id`, sql`i.app_id = ${appId}::uuid`);
  if (organizationId) add(sql`i.organization_id`, sql`i.organization_id = ${organizationId}::uuid`);
  if (platform) add(sql`i.platform`, sql`i.platform = ${platform}`);
  if (versionBelow)
    add(sql`i.version`, sql`atrium_version_below(i.version, ${versionBelow}::text)`);
  return sql`
    SELECT i.id, json_build_array(${join(reads)})::text AS facts
    FROM installations i WHERE ${join(fits, " AND ")}`;
}

/** Their number, and a hash of their identity. */
const FIGURES = sql`
  SELECT count(*)::int AS count,
    encode(sha256(convert_to(COALESCE(string_agg(facts, chr(10) ORDER BY id), ''), 'UTF8')), 'hex') AS membership_version
  FROM members`;

/** Returns the number and hash of the installations that a selector reaches at this moment. */
export async function readFigures(
  db: Queryable,
  selector: CampaignSelector,
): Promise<CampaignFigures> {
  const figures = await db.first(read<CampaignFigures>`
    WITH members AS MATERIALIZED (${selected(db, selector)}) ${FIGURES}`);
  if (!figures) throw new Error("unreachable: an aggregate has a row");
  return figures;
}

/** An installation that a selector reaches, as users see it. */
export interface ReachedInstallation {
  id: string;
  name: string;
  platform: string | null;
  version: string | null;
  lastSeenAt: Date | null;
}

/** Returns the number and hash of the installations that a selector reaches at this moment, and the first
 *  of them by id, or those after one, or before one in descending order. One statement has one snapshot,
 *  so that the count matches the listed ones. */
export async function readReach(
  db: Queryable,
  selector: CampaignSelector,
  { limit, ...browse }: Pick<Browse, "after" | "before"> & { limit: number },
): Promise<CampaignFigures & { shown: ReachedInstallation[] }> {
  const place = placeIn(browse);
  const [way, order] = isBackwards(browse) ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const from = place !== null && isId(place) ? sql`WHERE members.id ${way} ${place}::uuid` : empty;
  const rows = await db.query(read<CampaignFigures & Nullable<ReachedInstallation>>`
    WITH members AS MATERIALIZED (${selected(db, selector)}), figures AS (${FIGURES}),
    shown AS (
      SELECT i.id, i.name, i.platform, i.version, i.last_seen_at
      FROM members JOIN installations i ON i.id = members.id
      ${from} ORDER BY members.id ${order} LIMIT ${limit}::int)
    SELECT figures.*, shown.* FROM figures LEFT JOIN shown ON true ORDER BY shown.id ${order}`);
  const [first] = rows;
  if (!first) throw new Error("unreachable: an aggregate has a row");
  const { count, membershipVersion } = first;
  const shown = rows.flatMap(({ id, name, platform, version, lastSeenAt }) =>
    id === null || name === null ? [] : [{ id, name, platform, version, lastSeenAt }],
  );
  return { count, membershipVersion, shown };
}

type Nullable<T> = { [K in keyof T]: T[K] | null };

/** Makes the installations that a selector reaches the members of a campaign, if they are the ones
 *  displayed. One statement has one snapshot: the same installations are counted, compared and added.
 *  @returns the reached installations' figures, and whether they were added */
export async function takeMembers(
  db: Queryable,
  { campaignId, selector }: { campaignId: string; selector: CampaignSelector },
  displayed: CampaignFigures,
): Promise<CampaignFigures & { taken: boolean }> {
  const { tenantId, environmentId } = db;
  const row = await db.first(write<CampaignFigures & { inserted: number }>`
    WITH members AS MATERIALIZED (${selected(db, selector)}), figures AS (${FIGURES}),
    inserted AS (
      INSERT INTO installation_campaign_members (tenant_id, environment_id, campaign_id, installation_id)
      SELECT ${tenantId}::uuid, ${environmentId}::uuid, ${campaignId}::uuid, members.id FROM members, figures
      WHERE figures.count = ${displayed.count}::int AND figures.membership_version = ${displayed.membershipVersion}
      RETURNING 1)
    SELECT figures.*, (SELECT count(*)::int FROM inserted) AS inserted FROM figures`);
  if (!row) throw new Error("unreachable: an aggregate has a row");
  const { count, membershipVersion } = row;
  const taken = count === displayed.count && membershipVersion === displayed.membershipVersion;
  if (taken && row.inserted !== count) throw new Error("unreachable: all or none are taken");
  return { count, membershipVersion, taken };
}
