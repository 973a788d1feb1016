import type { Organization } from "@/lib/core/organizations/organization";
import {
  type Browse,
  COUNTED_AT_MOST,
  countsCheaply,
  idPlace,
  PAGE_ROWS,
  type Page,
  pageOf,
  searchWords,
  sortOf,
} from "@/lib/kernel/db/keyset-page";
import { type LateQueryable, type Queryable, read, sql } from "@/lib/kernel/db/queryable";
import { isId } from "@/lib/kernel/ids";

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

type SearchInput = Browse & { status: Organization["status"] | null };

/** Returns a page of the environment's organizations, the newest first or by `sort` ("created", "name"):
 *  those that have this id, or that hold every word of the query somewhere in name, slug or external id. */
export async function searchOrganizations(
  db: LateQueryable,
  input: SearchInput,
): Promise<Page<FoundOrganization>> {
  const { query, status } = input;
  const typed = query.trim().toLowerCase();
  const [ids, total] = isId(typed)
    ? [[typed], null]
    : await Promise.all([foundIds(db, input), countOrganizations(db, input)]);
  const rows = await db.query(read<FoundOrganization & { place: string }>`
    SELECT o.id, o.name, o.slug, o.external_id, w.status, t.name AS organization_type, p.name AS package_name, o.created_at,
      lower(o.name) AS place,
      (SELECT count(*) FROM memberships m
       WHERE m.environment_id = w.environment_id AND m.organization_id = w.organization_id) AS members
    FROM workspaces w
    JOIN organizations o ON o.id = w.organization_id
    LEFT JOIN organization_types t ON t.id = w.organization_type_id
    LEFT JOIN packages p ON p.id = w.package_id
    WHERE w.environment_id = ${db.environmentId}::uuid AND w.organization_id = ANY(${ids}::uuid[])
      AND (${status}::active_status IS NULL OR w.status = ${status}::active_status)
    ORDER BY array_position(${ids}::uuid[], o.id)`);
  const { column } = sortOf(input, organizationSorts);
  const placeOf = ({ id, place }: (typeof rows)[number]) =>
    column === "name" ? `${id} ${place}` : id;
  const page = pageOf(rows, placeOf, input);
  return { ...page, rows: page.rows.map(({ place: _, ...row }) => row), total };
}

/** Sort orders of organizations; the default comes first. */
const organizationSorts: ["-created", "name"] = ["-created", "name"];

async function foundIds(db: LateQueryable, input: SearchInput): Promise<string[]> {
  const { column, ascendingRead } = sortOf<"created" | "name">(input, organizationSorts);
  const [id, name] = idPlace(input);
  const found = await db.query(read<{ organizationId: string }>`
    SELECT organization_id FROM atrium_search_organizations(${db.environmentId}::uuid, ${searchWords(input.query)}::text[],
      ${input.status}::active_status, ${column}, ${ascendingRead}, ${name}, ${id}::uuid, ${PAGE_ROWS + 1}::int)`);
  return found.map(({ organizationId }) => organizationId);
}

async function countOrganizations(
  db: LateQueryable,
  { query, status }: SearchInput,
): Promise<number | null> {
  const words = searchWords(query);
  if (!countsCheaply(words)) return null;
  const counted = await db.first(read<{ count: number }>`
    SELECT atrium_count_organizations(${db.environmentId}::uuid, ${words}::text[], ${status}::active_status,
      ${COUNTED_AT_MOST + 1}::int) AS count`);
  return counted?.count ?? null;
}

/** Returns the organization of the environment with this id or slug. */
export async function findOrganizationNamed(
  db: Queryable,
  named: string,
): Promise<{ id: string; name: string } | null> {
  const typed = named.trim().toLowerCase();
  const is = isId(typed) ? sql`o.id = ${typed}::uuid` : sql`o.slug = ${typed}`;
  return db.first(read<{ id: string; name: string }>`
    SELECT o.id, o.name FROM organizations o JOIN workspaces w ON w.organization_id = o.id
    WHERE w.environment_id = ${db.environmentId}::uuid AND ${is}`);
}

/** An environment of the tenant, and an organization's status in it. */
export interface Presence {
  key: string;
  name: string;
  /** Null when the organization is not in the environment. */
  status: Organization["status"] | null;
  /** The type's name in that environment. */
  organizationType: string | null;
}

/** Lists the tenant's environments with the status of an organization in each. */
export function listPresence(db: Queryable, organizationId: string): Promise<Presence[]> {
  return db.query(read<Presence>`
    SELECT e.key, e.name, w.status, t.name AS organization_type
    FROM environments e
    LEFT JOIN workspaces w ON w.environment_id = e.id AND w.organization_id = ${organizationId}::uuid
    LEFT JOIN organization_types t ON t.id = w.organization_type_id
    WHERE e.tenant_id = ${db.tenantId}::uuid ORDER BY e.created_at, e.id`);
}
