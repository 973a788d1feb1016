import type { User } from "@/lib/core/users/user";
import {
  countUsers,
  findUserIds,
  hasFactor,
  type UserFilter,
} from "@/lib/core/users/user-ids-store";
import {
  type Browse,
  idPlace,
  PAGE_ROWS,
  type Page,
  pageOf,
  sortOf,
} from "@/lib/kernel/db/keyset-page";
import { type LateQueryable, read } from "@/lib/kernel/db/queryable";
import { isId } from "@/lib/kernel/ids";

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

type SearchInput = Browse & UserFilter;

/** Returns a page of the environment's users, the newest first or by `sort` ("created", "name"): those
 *  that have this id, or that the filter finds. */
export async function searchUsers(db: LateQueryable, input: SearchInput): Promise<Page<FoundUser>> {
  const { query, status, factor } = input;
  const typed = query.trim().toLowerCase();
  const [ids, total] =
    isId(typed) && !input.invitation
      ? [[typed], null]
      : await Promise.all([foundIds(db, input), countUsers(db, input)]);
  const rows = await db.query(read<FoundUser & { place: string }>`
    SELECT u.id, u.email, u.display_name, u.external_id, u.status,
      u.email_verified_at IS NOT NULL AS email_verified, u.last_sign_in_at, u.created_at,
      lower(COALESCE(u.display_name, u.email)) AS place,
      (SELECT count(*) FROM memberships m WHERE m.user_id = u.id) AS memberships
    FROM users u
    WHERE u.environment_id = ${db.environmentId}::uuid AND u.deleted_at IS NULL AND u.id = ANY(${ids}::uuid[])
      AND (${status}::user_status IS NULL OR u.status = ${status}::user_status)
      ${hasFactor(factor)}
    ORDER BY array_position(${ids}::uuid[], u.id)`);
  const { column } = sortOf(input, userSorts);
  const placeOf = ({ id, place }: (typeof rows)[number]) =>
    column === "name" ? `${id} ${place}` : id;
  const page = pageOf(rows, placeOf, input);
  return { ...page, rows: page.rows.map(({ place: _, ...row }) => row), total };
}

/** Sort orders of users; the default comes first. */
const userSorts: ["-created", "name"] = ["-created", "name"];

function foundIds(db: LateQueryable, input: SearchInput): Promise<string[]> {
  const { column, ascendingRead } = sortOf<"created" | "name">(input, userSorts);
  const [id, name] = idPlace(input);
  const order = { column, ascending: ascendingRead, name, id, atMost: PAGE_ROWS + 1 };
  return findUserIds(db, input, order);
}
