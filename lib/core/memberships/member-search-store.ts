import type { MembershipStatus } from "@/lib/core/memberships/membership";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";
import { byId, readListPage } from "@/lib/kernel/db/list-page";
import { type Queryable, read, sql } from "@/lib/kernel/db/queryable";

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

/** Returns a page of an organization's members in the order of their ids: those whose address or name
 *  holds every word of the query. */
export function searchMembers(
  db: Queryable,
  organizationId: string,
  browse: Browse,
): Promise<Page<FoundMember>> {
  return readListPage<FoundMember>(db, browse, {
    columns: sql`x.user_id, u.email, u.display_name, u.status AS user_status, x.role_id, r.name AS role_name,
      x.status`,
    tables: sql`memberships x JOIN users u ON u.id = x.user_id LEFT JOIN roles r ON r.id = x.role_id`,
    filter: sql`AND x.organization_id = ${organizationId}::uuid`,
    text: sql`(u.email || ' ' || COALESCE(u.display_name, ''))`,
    order: byId(sql`x.user_id`, browse, ({ userId }) => userId),
  });
}

/** A user's membership in an organization, with the names for display. */
export interface UserPlace {
  organizationId: string;
  organizationName: string;
  slug: string;
  organizationStatus: "active" | "disabled";
  roleId: string | null;
  roleName: string | null;
  status: MembershipStatus;
}

/** Lists a user's memberships, by the organization's name. */
export function listUserPlaces(db: Queryable, userId: string): Promise<UserPlace[]> {
  return db.query(read<UserPlace>`
    SELECT m.organization_id, o.name AS organization_name, o.slug, w.status AS organization_status, m.role_id,
      r.name AS role_name, m.status
    FROM memberships m
    JOIN workspaces w ON w.environment_id = m.environment_id AND w.organization_id = m.organization_id
    JOIN organizations o ON o.id = m.organization_id
    LEFT JOIN roles r ON r.id = m.role_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.user_id = ${userId}::uuid
    ORDER BY o.name, o.id`);
}
