import type { MembershipStatus } from "@/lib/core/memberships/membership";
import {
  type Browse,
  COUNTED_AT_MOST,
  escapeLike,
  isBackwards,
  PAGE_ROWS,
  type Page,
  pageOf,
  placeIn,
  searchWords,
} from "@/lib/kernel/db/keyset-page";
import { empty, type Queryable, read, sql } from "@/lib/kernel/db/queryable";
import { isId } from "@/lib/kernel/ids";

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
export async function searchMembers(
  db: Queryable,
  organizationId: string,
  browse: Browse,
): Promise<Page<FoundMember>> {
  const patterns = searchWords(browse.query).map((word) => `%${escapeLike(word)}%`);
  const place = placeIn(browse);
  const at = place !== null && isId(place) ? place : null;
  const [way, order] = isBackwards(browse) ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const from = at === null ? empty : sql`AND m.user_id ${way} ${at}::uuid`;
  const found = sql`
    m.environment_id = ${db.environmentId}::uuid AND m.organization_id = ${organizationId}::uuid
      AND (u.email || ' ' || COALESCE(u.display_name, '')) ILIKE ALL (${patterns}::text[])`;
  const searching = db.query(read<FoundMember>`
    SELECT m.user_id, u.email, u.display_name, u.status AS user_status, m.role_id, r.name AS role_name, m.status
    FROM memberships m
    JOIN users u ON u.id = m.user_id
    LEFT JOIN roles r ON r.id = m.role_id
    WHERE ${found} ${from}
    ORDER BY m.user_id ${order} LIMIT ${PAGE_ROWS + 1}::int`);
  const counting = db.first(read<{ count: number }>`
    SELECT count(*) AS count
    FROM (SELECT FROM memberships m JOIN users u ON u.id = m.user_id WHERE ${found}
      LIMIT ${COUNTED_AT_MOST + 1}::int) AS counted`);
  const [rows, counted] = await Promise.all([searching, counting]);
  return { ...pageOf(rows, ({ userId }) => userId, browse), total: counted?.count ?? null };
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
