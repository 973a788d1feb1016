import type { User } from "@/lib/core/users/user";
import { findUserIds, type UserFilter } from "@/lib/core/users/user-ids-store";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A user selected for a change or an export. */
export interface SelectedUser {
  id: string;
  email: string;
  displayName: string | null;
  externalId: string | null;
  status: User["status"];
  hasPassword: boolean;
  emailVerified: boolean;
  lastSignInAt: Date | null;
  createdAt: Date;
}

/** Lists the users of the environment with these ids, by id. Unknown and deleted ones are left out. */
export function listSelectedUsers(db: Queryable, ids: readonly string[]): Promise<SelectedUser[]> {
  return db.query(read<SelectedUser>`
    SELECT id, email, display_name, external_id, status, password_hash IS NOT NULL AS has_password,
      email_verified_at IS NOT NULL AS email_verified, last_sign_in_at, created_at
    FROM users
    WHERE environment_id = ${db.environmentId}::uuid AND deleted_at IS NULL AND id = ANY(${ids}::uuid[])
    ORDER BY id`);
}

/** Lists ids of the users that a search finds, the newest first.
 *  @param from the last id of the previous page; null for the first page */
export function selectUserIds(
  db: Queryable,
  filter: UserFilter,
  { from, atMost }: { from: string | null; atMost: number },
): Promise<string[]> {
  return findUserIds(db, filter, {
    column: "created",
    ascending: false,
    name: "",
    id: from,
    atMost,
  });
}
