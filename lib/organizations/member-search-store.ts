import { type Browse, literally, PAGE_ROWS, type Page, pageOf, searchWords } from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";
import { isId } from "@/lib/ids";
import type { MembershipStatus } from "@/lib/organizations/membership";

/** Where an ascending page by id begins. */
const AFTER_NONE = "00000000-0000-0000-0000-000000000000";

/** A member of an organization as a list shows one. */
export interface FoundMember {
  userId: string;
  email: string;
  displayName: string | null;
  userStatus: "active" | "suspended";
  roleId: string | null;
  roleName: string | null;
  status: MembershipStatus;
}

/** A page of an organization's members in the order of their ids: those whose address or name holds every word
 *  of the query. */
export async function searchMembers(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
  { query, after }: Browse,
): Promise<Page<FoundMember>> {
  const patterns = searchWords(query).map((word) => `%${literally(word)}%`);
  const rows = await sql.$queryRaw<FoundMember[]>`
    SELECT m.user_id AS "userId", u.email, u.display_name AS "displayName", u.status::text AS "userStatus",
      m.role_id AS "roleId", r.name AS "roleName", m.status::text AS status
    FROM memberships m
    JOIN users u ON u.id = m.user_id
    LEFT JOIN roles r ON r.id = m.role_id
    WHERE m.environment_id = ${environmentId}::uuid AND m.organization_id = ${organizationId}::uuid
      AND (u.email || ' ' || COALESCE(u.display_name, '')) ILIKE ALL (${patterns}::text[])
      AND m.user_id > ${after !== null && isId(after) ? after : AFTER_NONE}::uuid
    ORDER BY m.user_id LIMIT ${PAGE_ROWS + 1}`;
  return pageOf(rows, ({ userId }) => userId);
}

/** A user's place in an organization, with the names a person reads. */
export interface UserPlace {
  organizationId: string;
  organizationName: string;
  slug: string;
  organizationStatus: "active" | "disabled";
  roleId: string | null;
  roleName: string | null;
  status: MembershipStatus;
}

/** Where a user is a member, by the organization's name. */
export function listUserPlaces(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<UserPlace[]> {
  return sql.$queryRaw<UserPlace[]>`
    SELECT m.organization_id AS "organizationId", o.name AS "organizationName", o.slug,
      w.status::text AS "organizationStatus", m.role_id AS "roleId", r.name AS "roleName", m.status::text AS status
    FROM memberships m
    JOIN workspaces w ON w.environment_id = m.environment_id AND w.organization_id = m.organization_id
    JOIN organizations o ON o.id = m.organization_id
    LEFT JOIN roles r ON r.id = m.role_id
    WHERE m.environment_id = ${environmentId}::uuid AND m.user_id = ${userId}::uuid
    ORDER BY o.name, o.id`;
}
