import {
  type Browse,
  holding,
  PAGE_ROWS,
  type Page,
  pageBeforeId,
  pageOf,
  searchWords,
} from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";
import { isId } from "@/lib/ids";
import type { CampaignProgress, CampaignStatus } from "@/lib/installations/campaign";
import type { Installation, InstallationStatus } from "@/lib/installations/installation";
import { installationFields } from "@/lib/installations/installation-store";

/** An installation as a list shows one. */
export interface FoundInstallation extends Installation {
  appName: string;
  /** Null for an installation of no organization. */
  organizationName: string | null;
  retiredAt: Date | null;
}

const fields = {
  ...installationFields,
  retiredAt: true,
  app: { select: { name: true } },
  workspace: { select: { organization: { select: { name: true } } } },
} as const;

interface Row extends Installation {
  retiredAt: Date | null;
  app: { name: string };
  workspace: { organization: { name: string } } | null;
}

function foundOf({ app, workspace, ...row }: Row): FoundInstallation {
  return { ...row, appName: app.name, organizationName: workspace?.organization.name ?? null };
}

/** A page of the environment's installations, the newest first: those that have this id or key thumbprint, or
 *  that hold every word of the query somewhere in name, platform, version, app or organization. */
export async function searchInstallations(
  { sql, tenantId, environmentId }: TenantTransaction,
  { query, status, after }: Browse & { status: InstallationStatus | null },
): Promise<Page<FoundInstallation>> {
  const before = pageBeforeId({ after });
  const rows = await sql.installation.findMany({
    where: {
      ...{ tenantId, environmentId, id: { lt: before } },
      ...(status ? { status } : {}),
      AND: namedBy(query.trim()) ?? holds(query),
    },
    select: fields,
    orderBy: { id: "desc" },
    take: PAGE_ROWS + 1,
  });
  return pageOf(rows.map(foundOf), ({ id }) => id);
}

/** What an id or a thumbprint, typed whole, means. */
function namedBy(typed: string) {
  if (isId(typed)) return { id: typed.toLowerCase() };
  return /^[A-Za-z0-9_-]{43}$/.test(typed) ? { keyThumbprint: typed } : null;
}

function holds(query: string) {
  return searchWords(query).map((word) => {
    const held = holding(word);
    return {
      OR: [
        ...[{ name: held }, { platform: held }, { version: held }, { app: { name: held } }],
        { workspace: { organization: { name: held } } },
      ],
    };
  });
}

/** The installation with this id, with what it came by. */
export async function findInstallationWhole(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<(FoundInstallation & { enrolmentToken: { id: string; name: string } }) | null> {
  const row = await sql.installation.findFirst({
    where: { id, environmentId },
    select: { ...fields, enrolmentToken: { select: { id: true, name: true } } },
  });
  if (!row) return null;
  const { enrolmentToken, ...one } = row;
  return { ...foundOf(one), enrolmentToken };
}

/** A campaign that reaches an installation, and how far it has come there. */
export interface MembershipInCampaign {
  campaignId: string;
  name: string;
  targetVersion: string;
  status: CampaignStatus;
  progress: CampaignProgress;
  detail: string | null;
  reportedAt: Date | null;
}

/** The campaigns that reach an installation, ended ones too: the newest fifty. */
export function listCampaignsOf(
  { sql, environmentId }: TenantTransaction,
  installationId: string,
): Promise<MembershipInCampaign[]> {
  return sql.$queryRaw<MembershipInCampaign[]>`
    SELECT c.id AS "campaignId", c.name, c.target_version AS "targetVersion", c.status::text AS status,
      m.progress::text AS progress, m.detail, m.reported_at AS "reportedAt"
    FROM installation_campaign_members m JOIN installation_campaigns c ON c.id = m.campaign_id
    WHERE m.environment_id = ${environmentId}::uuid AND m.installation_id = ${installationId}::uuid
    ORDER BY c.id DESC LIMIT ${PAGE_ROWS}`;
}
