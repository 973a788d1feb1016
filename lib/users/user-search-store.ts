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
} from "@/lib/db/keyset-page";
import { type Queryable, read } from "@/lib/db/queryable";
import { isId } from "@/lib/ids";
import type { User } from "@/lib/users/user";

/** A user as a list shows one. */
export interface FoundUser {
  id: string;
  email: string;
  displayName: string | null;
  externalId: string | null;
  status: User["status"];
  emailVerified: boolean;
  memberships: number;
  lastSignInAt: Date | null;
  createdAt: Date;
}

type Wanted = Browse & { status: User["status"] | null };

/** A page of the environment's users, the newest first or as `sort` has it ("created", "name"): those that have this
 *  id, or that hold every word of the query somewhere in address, name or external id. */
export async function searchUsers(db: Queryable, wanted: Wanted): Promise<Page<FoundUser>> {
  const { query, status } = wanted;
  const typed = query.trim().toLowerCase();
  const [ids, total] = isId(typed)
    ? [[typed], null]
    : await Promise.all([foundIds(db, wanted), countUsers(db, wanted)]);
  const rows = await db.query(read<FoundUser & { place: string }>`
    SELECT u.id, u.email, u.display_name, u.external_id, u.status,
      u.email_verified_at IS NOT NULL AS email_verified, u.last_sign_in_at, u.created_at,
      lower(COALESCE(u.display_name, u.email)) AS place,
      (SELECT count(*) FROM memberships m WHERE m.user_id = u.id) AS memberships
    FROM users u
    WHERE u.environment_id = ${db.environmentId}::uuid AND u.deleted_at IS NULL AND u.id = ANY(${ids}::uuid[])
      AND (${status}::user_status IS NULL OR u.status = ${status}::user_status)
    ORDER BY array_position(${ids}::uuid[], u.id)`);
  const { column } = sortOf(wanted, userSorts);
  const placeOf = ({ id, place }: (typeof rows)[number]) =>
    column === "name" ? `${id} ${place}` : id;
  const page = pageOf(rows, placeOf, wanted);
  return { ...page, rows: page.rows.map(({ place: _, ...row }) => row), total };
}

/** What users are sorted by, the newest first of all. */
const userSorts: ["-created", "name"] = ["-created", "name"];

async function foundIds(db: Queryable, wanted: Wanted): Promise<string[]> {
  const { column, ascendingRead } = sortOf<"created" | "name">(wanted, userSorts);
  const [id, name] = idPlace(wanted);
  const found = await db.query(read<{ userId: string }>`
    SELECT user_id FROM atrium_search_users(${db.environmentId}::uuid, ${searchWords(wanted.query)}::text[],
      ${wanted.status}::user_status, ${column}, ${ascendingRead}, ${name}, ${id}::uuid, ${PAGE_ROWS + 1}::int)`);
  return found.map(({ userId }) => userId);
}

/** How many users there are, one more than lists are counted to where there are more; null where a word is too short for
 *  the index. */
async function countUsers(
  db: Queryable,
  { query, status }: Pick<Wanted, "query" | "status">,
): Promise<number | null> {
  const words = searchWords(query);
  if (!countsCheaply(words)) return null;
  const counted = await db.first(read<{ count: number }>`
    SELECT atrium_count_users(${db.environmentId}::uuid, ${words}::text[], ${status}::user_status,
      ${COUNTED_AT_MOST + 1}::int) AS count`);
  return counted?.count ?? null;
}
