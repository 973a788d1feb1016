import { userProfileList } from "@/lib/core/users/profile-sql-store";
import type { UserFields } from "@/lib/core/users/user";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A user in the form of an import. */
export interface ExportedUser extends UserFields {
  id: string;
  emailVerified: boolean;
  passwordHash: string | null;
  /** Active memberships with a role, which can be named by slug and key. */
  memberships: { organization: string; role: string }[];
  membershipCount: number;
}

/** Lists active users of the environment after an id, in the order of ids, with the slugs and keys of their
 *  memberships.
 *  @param after the last id of the previous page; null for the first page */
export function listExportedUsers(
  db: Queryable,
  { after, atMost }: { after: string | null; atMost: number },
): Promise<ExportedUser[]> {
  return db.query(read<ExportedUser>`
    SELECT u.id, u.email, ${userProfileList}, u.email_verified_method IS NOT NULL AS email_verified,
      u.password_hash, COALESCE((
        SELECT json_agg(json_build_object('organization', o.slug, 'role', r.key) ORDER BY o.slug)
        FROM memberships m
        JOIN organizations o ON o.tenant_id = ${db.tenantId}::uuid AND o.id = m.organization_id
        JOIN roles r ON r.environment_id = ${db.environmentId}::uuid AND r.id = m.role_id
        WHERE m.environment_id = ${db.environmentId}::uuid AND m.user_id = u.id AND m.status = 'active'), '[]') AS memberships,
      (SELECT count(*)::int FROM memberships m
        WHERE m.environment_id = ${db.environmentId}::uuid AND m.user_id = u.id) AS membership_count
    FROM users u
    WHERE u.environment_id = ${db.environmentId}::uuid AND u.deleted_at IS NULL AND u.status = 'active'
      AND (${after}::uuid IS NULL OR u.id > ${after}::uuid)
    ORDER BY u.id LIMIT ${atMost}::int`);
}

/** Counts the suspended users of the environment. */
export async function countSuspended(db: Queryable): Promise<number> {
  const row = await db.first(read<{ suspended: number }>`
    SELECT count(*)::int AS suspended FROM users
    WHERE environment_id = ${db.environmentId}::uuid AND deleted_at IS NULL AND status = 'suspended'`);
  return row?.suspended ?? 0;
}
