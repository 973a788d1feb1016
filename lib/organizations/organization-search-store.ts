import { type Browse, PAGE_ROWS, type Page, pageBeforeId, pageOf, searchWords } from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";
import { isId } from "@/lib/ids";
import type { Organization } from "@/lib/organizations/organization";

/** An organization as a list shows one. */
export interface FoundOrganization {
  id: string;
  name: string;
  slug: string;
  externalId: string | null;
  status: Organization["status"];
  /** The type's name. */
  organizationType: string | null;
  /** The package's name. */
  packageName: string | null;
  members: number;
  createdAt: Date;
}

/** A page of the environment's organizations, the newest first: those that have this id, or that hold every
 *  word of the query somewhere in name, slug or external id. */
export async function searchOrganizations(
  { sql, environmentId }: TenantTransaction,
  { query, status, after }: Browse & { status: Organization["status"] | null },
): Promise<Page<FoundOrganization>> {
  const typed = query.trim().toLowerCase();
  const before = pageBeforeId({ after });
  const ids = isId(typed)
    ? [typed]
    : await foundIds(sql, [environmentId, searchWords(query), status, before]);
  const rows = await sql.$queryRaw<FoundOrganization[]>`
    SELECT o.id, o.name, o.slug, o.external_id AS "externalId", w.status::text AS status,
      t.name AS "organizationType", p.name AS "packageName", o.created_at AS "createdAt",
      (SELECT count(*)::int FROM memberships m
       WHERE m.environment_id = w.environment_id AND m.organization_id = w.organization_id) AS members
    FROM workspaces w
    JOIN organizations o ON o.id = w.organization_id
    LEFT JOIN organization_types t ON t.id = w.organization_type_id
    LEFT JOIN packages p ON p.id = w.package_id
    WHERE w.environment_id = ${environmentId}::uuid AND w.organization_id = ANY(${ids}::uuid[])
      AND (${status}::active_status IS NULL OR w.status = ${status}::active_status)
    ORDER BY o.id DESC`;
  return pageOf(rows, ({ id }) => id);
}

async function foundIds(
  sql: TenantTransaction["sql"],
  [environmentId, words, status, before]: [string, string[], string | null, string],
): Promise<string[]> {
  const found = await sql.$queryRaw<{ organization_id: string }[]>`
    SELECT organization_id FROM atrium_search_organizations(${environmentId}::uuid, ${words}::text[],
      ${status}::active_status, ${before}::uuid, ${PAGE_ROWS + 1})`;
  return found.map(({ organization_id }) => organization_id);
}

/** The organization of the environment that a person means by its id or its slug. */
export async function findOrganizationNamed(
  { sql, environmentId }: TenantTransaction,
  named: string,
): Promise<{ id: string; name: string } | null> {
  const typed = named.trim().toLowerCase();
  const is = isId(typed) ? { id: typed } : { slug: typed };
  return sql.organization.findFirst({
    where: { ...is, workspaces: { some: { environmentId } } },
    select: { id: true, name: true },
  });
}

/** An environment of the tenant, and how an organization stands in it. */
export interface Presence {
  key: string;
  name: string;
  /** Null where the organization is not. */
  status: Organization["status"] | null;
  /** The type's name there. */
  organizationType: string | null;
}

/** Where an organization is among the tenant's environments, and where it is not. */
export function listPresence(
  { sql, tenantId }: TenantTransaction,
  organizationId: string,
): Promise<Presence[]> {
  return sql.$queryRaw<Presence[]>`
    SELECT e.key, e.name, w.status::text AS status, t.name AS "organizationType"
    FROM environments e
    LEFT JOIN workspaces w ON w.environment_id = e.id AND w.organization_id = ${organizationId}::uuid
    LEFT JOIN organization_types t ON t.id = w.organization_type_id
    WHERE e.tenant_id = ${tenantId}::uuid ORDER BY e.created_at, e.id`;
}
