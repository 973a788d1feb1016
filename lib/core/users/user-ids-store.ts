import { type InvitationState, invitedUsers } from "@/lib/core/one-time/invitation-store";
import type { User } from "@/lib/core/users/user";
import { now } from "@/lib/kernel/clock";
import {
  COUNTED_AT_MOST,
  countsCheaply,
  escapeLike,
  searchWords,
} from "@/lib/kernel/db/keyset-page";
import { empty, type LateQueryable, read, type Sql, sql } from "@/lib/kernel/db/queryable";

/** Filter of users. */
export interface UserFilter {
  query: string;
  status: User["status"] | null;
  /** Only users whose invitation is open, or lapsed; null for all users. */
  invitation?: InvitationState | null;
  /** Only users with a factor of this type, or without any; null for all users. */
  factor?: FactorFilter | null;
}

export type FactorFilter = "none" | "totp" | "passkey";

/** Order in which ids are read, and the position to start from. */
export interface UserOrder {
  column: "created" | "name";
  ascending: boolean;
  /** Reads rows beyond this position: its name, and its id; a null id starts at the beginning. */
  name: string;
  id: string | null;
  atMost: number;
}

/** Finds the ids of the environment's users that hold every word of the query in address, name or external
 *  id. */
export async function findUserIds(
  db: LateQueryable,
  filter: UserFilter,
  order: UserOrder,
): Promise<string[]> {
  const { column, ascending, name, id, atMost } = order;
  const found = filter.invitation
    ? await db.query(read<{ userId: string }>`
        SELECT u.id AS user_id ${invited(db, filter)} ${beyond(order)} ${sorted(order)} LIMIT ${atMost}::int`)
    : await db.query(read<{ userId: string }>`
        SELECT user_id FROM atrium_search_users(${db.environmentId}::uuid, ${searchWords(filter.query)}::text[],
          ${filter.status}::user_status, ${filter.factor ?? null}, ${column}, ${ascending}, ${name}, ${id}::uuid, ${atMost}::int)`);
  return found.map(({ userId }) => userId);
}

/** Counts the users, up to one more than the limit of list counts; null when a word is too short for the
 *  index. */
export async function countUsers(db: LateQueryable, filter: UserFilter): Promise<number | null> {
  const words = searchWords(filter.query);
  const most = COUNTED_AT_MOST + 1;
  if (!filter.invitation && !countsCheaply(words)) return null;
  const counted = await db.first(
    filter.invitation
      ? read<{ count: number }>`
          SELECT count(*) AS count FROM (SELECT ${invited(db, filter)} LIMIT ${most}::int) counted`
      : read<{ count: number }>`
          SELECT atrium_count_users(${db.environmentId}::uuid, ${words}::text[], ${filter.status}::user_status,
            ${filter.factor ?? null}, ${most}::int) AS count`,
  );
  return counted?.count ?? null;
}

/** Restricts users by their invitation. They are few compared with all users, so the links are read first. */
function invited(db: LateQueryable, { query, status, invitation, factor }: UserFilter): Sql {
  const patterns = searchWords(query).map((word) => `%${escapeLike(word)}%`);
  return sql`
    FROM (${invitedUsers(db, now())}) i JOIN users u ON u.id = i.user_id
    WHERE i.state = ${invitation} AND u.environment_id = ${db.environmentId}::uuid AND u.deleted_at IS NULL
      AND (${status}::user_status IS NULL OR u.status = ${status}::user_status) ${hasFactor(factor)}
      AND (u.email || ' ' || COALESCE(u.display_name, '') || ' ' || COALESCE(u.external_id, '')) ILIKE ALL (${patterns}::text[])`;
}

/** Returns a further condition on users, whose alias is `u`. */
export function hasFactor(factor: FactorFilter | null | undefined): Sql {
  if (!factor) return empty;
  return factor === "none"
    ? sql`AND u.factor_types = '{}'`
    : sql`AND ${factor} = ANY (u.factor_types)`;
}

function beyond({ column, ascending, name, id }: UserOrder): Sql {
  if (id === null) return empty;
  const way = ascending ? sql`>` : sql`<`;
  return column === "name"
    ? sql`AND (lower(COALESCE(u.display_name, u.email)), u.id) ${way} (${name}, ${id}::uuid)`
    : sql`AND u.id ${way} ${id}::uuid`;
}

function sorted({ column, ascending }: UserOrder): Sql {
  const way = ascending ? sql`ASC` : sql`DESC`;
  const byName = column === "name" ? sql`lower(COALESCE(u.display_name, u.email)) ${way},` : empty;
  return sql`ORDER BY ${byName} u.id ${way}`;
}
