import { Prisma, type TenantTransaction } from "@/lib/db";
import type { CampaignFigures, CampaignSelector } from "@/lib/installations/campaign";

/** The active installations that a selector names, each with what the selector reads of it. */
function selected(
  { environmentId }: TenantTransaction,
  { appId, organizationId, platform, versionBelow }: CampaignSelector,
): Prisma.Sql {
  const reads: Prisma.Sql[] = [Prisma.sql`i.id`];
  const fits: Prisma.Sql[] = [
    Prisma.sql`i.environment_id = ${environmentId}::uuid`,
    Prisma.sql`i.status = 'active'`,
  ];
  const read = (column: Prisma.Sql, condition: Prisma.Sql) => {
    reads.push(column);
    fits.push(condition);
  };
  if (appId) read(Prisma.sql`i.app_id`, Prisma.sql`i.app_id = ${appId}::uuid`);
  if (organizationId)
    read(Prisma.sql`i.organization_id`, Prisma.sql`i.organization_id = ${organizationId}::uuid`);
  if (platform) read(Prisma.sql`i.platform`, Prisma.sql`i.platform = ${platform}`);
  if (versionBelow)
    read(Prisma.sql`i.version`, Prisma.sql`atrium_version_below(i.version, ${versionBelow})`);
  return Prisma.sql`
    SELECT i.id, json_build_array(${Prisma.join(reads)})::text AS facts
    FROM installations i WHERE ${Prisma.join(fits, " AND ")}`;
}

/** How many there are, and a hash of who they are. */
const FIGURES = Prisma.sql`
  SELECT count(*)::int AS count,
    encode(sha256(convert_to(COALESCE(string_agg(facts, chr(10) ORDER BY id), ''), 'UTF8')), 'hex') AS "membershipVersion"
  FROM members`;

/** Whom a selector reaches at this moment. */
export async function readFigures(
  transaction: TenantTransaction,
  selector: CampaignSelector,
): Promise<CampaignFigures> {
  const [figures] = await transaction.sql.$queryRaw<CampaignFigures[]>`
    WITH members AS MATERIALIZED (${selected(transaction, selector)}) ${FIGURES}`;
  if (!figures) throw new Error("unreachable: an aggregate has a row");
  return figures;
}

/** An installation that a selector reaches, as a person is shown it. */
export interface ReachedInstallation {
  id: string;
  name: string;
  platform: string | null;
  version: string | null;
  lastSeenAt: Date | null;
}

/** Whom a selector reaches at this moment, and the first of them by id, or those after one. One statement, hence
 *  one snapshot: who is shown are those that are counted. */
export async function readReach(
  transaction: TenantTransaction,
  selector: CampaignSelector,
  { after, limit }: { after: string | null; limit: number },
): Promise<CampaignFigures & { shown: ReachedInstallation[] }> {
  const rows = await transaction.sql.$queryRaw<(CampaignFigures & Nullable<ReachedInstallation>)[]>`
    WITH members AS MATERIALIZED (${selected(transaction, selector)}), figures AS (${FIGURES}),
    shown AS (
      SELECT i.id, i.name, i.platform, i.version, i.last_seen_at AS "lastSeenAt"
      FROM members JOIN installations i ON i.id = members.id
      WHERE members.id > ${after ?? NOBODY}::uuid ORDER BY members.id LIMIT ${limit})
    SELECT figures.*, shown.* FROM figures LEFT JOIN shown ON true ORDER BY shown.id`;
  const [first] = rows;
  if (!first) throw new Error("unreachable: an aggregate has a row");
  const { count, membershipVersion } = first;
  const shown = rows.flatMap(({ id, name, platform, version, lastSeenAt }) =>
    id === null || name === null ? [] : [{ id, name, platform, version, lastSeenAt }],
  );
  return { count, membershipVersion, shown };
}

type Nullable<T> = { [K in keyof T]: T[K] | null };

/** The id that is before all others. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Makes the installations that a selector reaches the members of a campaign, if they are the ones displayed.
 *  One statement, hence one snapshot: who is counted, compared and taken are the same.
 *  @returns whom the selector reaches, and whether they were taken */
export async function takeMembers(
  transaction: TenantTransaction,
  { campaignId, selector }: { campaignId: string; selector: CampaignSelector },
  displayed: CampaignFigures,
): Promise<CampaignFigures & { taken: boolean }> {
  const { sql, tenantId, environmentId } = transaction;
  const [row] = await sql.$queryRaw<(CampaignFigures & { inserted: number })[]>`
    WITH members AS MATERIALIZED (${selected(transaction, selector)}), figures AS (${FIGURES}),
    inserted AS (
      INSERT INTO installation_campaign_members (tenant_id, environment_id, campaign_id, installation_id)
      SELECT ${tenantId}::uuid, ${environmentId}::uuid, ${campaignId}::uuid, members.id FROM members, figures
      WHERE figures.count = ${displayed.count} AND figures."membershipVersion" = ${displayed.membershipVersion}
      RETURNING 1)
    SELECT figures.*, (SELECT count(*)::int FROM inserted) AS inserted FROM figures`;
  if (!row) throw new Error("unreachable: an aggregate has a row");
  const { count, membershipVersion } = row;
  const taken = count === displayed.count && membershipVersion === displayed.membershipVersion;
  if (taken && row.inserted !== count) throw new Error("unreachable: all or none are taken");
  return { count, membershipVersion, taken };
}

/** Writes down what was confirmed. */
export async function confirmCampaignRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  { count, membershipVersion }: CampaignFigures,
  at: Date,
): Promise<void> {
  await sql.installationCampaign.update({
    where: { id, environmentId, status: "draft" },
    data: { status: "confirmed", confirmedAt: at, membershipVersion, displayedCount: count },
  });
}
