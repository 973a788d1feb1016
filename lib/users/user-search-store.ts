import { type Browse, PAGE_ROWS, type Page, pageBeforeId, pageOf, searchWords } from "@/lib/browse";
import type { TenantTransaction } from "@/lib/db";
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

/** A page of the environment's users, the newest first: those that have this id, or that hold every word of the
 *  query somewhere in address, name or external id. */
export async function searchUsers(
  { sql, environmentId }: TenantTransaction,
  { query, status, after }: Browse & { status: User["status"] | null },
): Promise<Page<FoundUser>> {
  const typed = query.trim().toLowerCase();
  const before = pageBeforeId({ after });
  const ids = isId(typed)
    ? [typed]
    : await foundIds(sql, [environmentId, searchWords(query), status, before]);
  const rows = await sql.$queryRaw<FoundUser[]>`
    SELECT u.id, u.email, u.display_name AS "displayName", u.external_id AS "externalId", u.status::text AS status,
      u.email_verified_at IS NOT NULL AS "emailVerified", u.last_sign_in_at AS "lastSignInAt", u.created_at AS "createdAt",
      (SELECT count(*)::int FROM memberships m WHERE m.user_id = u.id) AS memberships
    FROM users u
    WHERE u.environment_id = ${environmentId}::uuid AND u.deleted_at IS NULL AND u.id = ANY(${ids}::uuid[])
      AND (${status}::user_status IS NULL OR u.status = ${status}::user_status)
    ORDER BY u.id DESC`;
  return pageOf(rows, ({ id }) => id);
}

async function foundIds(
  sql: TenantTransaction["sql"],
  [environmentId, words, status, before]: [string, string[], string | null, string],
): Promise<string[]> {
  const found = await sql.$queryRaw<{ user_id: string }[]>`
    SELECT user_id FROM atrium_search_users(${environmentId}::uuid, ${words}::text[], ${status}::user_status,
      ${before}::uuid, ${PAGE_ROWS + 1})`;
  return found.map(({ user_id }) => user_id);
}
