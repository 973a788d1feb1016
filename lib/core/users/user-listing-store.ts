import { emailKeyOf } from "@/lib/core/users/email";
import { eachColumn } from "@/lib/core/users/fields";
import { type FactorFilter, hasFactor } from "@/lib/core/users/user-ids-store";
import type { TenantScope } from "@/lib/kernel/caller";
import type { Rows } from "@/lib/kernel/db/json-rows";
import {
  empty,
  identifier,
  join,
  type Queryable,
  read,
  type Sql,
  sql,
} from "@/lib/kernel/db/queryable";

/** Filter of a listing of users: all, unless narrowed. */
export interface UserFilter {
  email?: string | undefined;
  externalId?: string | undefined;
  /** Only users who have a factor of this type, or none at all. */
  factor?: FactorFilter | undefined;
}

/** Locked users, each with the end of the lock. */
export interface UserLocks {
  userIds: string[];
  until: Date[];
}

/** Returns a page of a listing's users in the order of their ids, with their addresses.
 *  @param after the last id of the previous page; null for the first page */
export function pageOfAddresses(
  db: Queryable,
  filter: UserFilter,
  { after, count }: { after: string | null; count: number },
): Promise<{ id: string; email: string }[]> {
  return db.query(read<{ id: string; email: string }>`
    SELECT u.id, u.email FROM users u
    WHERE u.tenant_id = ${db.tenantId}::uuid AND u.environment_id = ${db.environmentId}::uuid
      AND u.deleted_at IS NULL${filterSql(filter)} AND (${after}::uuid IS NULL OR u.id > ${after}::uuid)
    ORDER BY u.tenant_id, u.environment_id, u.id LIMIT ${count}::int`);
}

const { display_name, ...details } = eachColumn(
  ({ column }) => ["text", sql`u.${identifier(column)}`] as const,
);

/** Rows of the environment's users in the form of contract/user.ts. */
export const userListing = (
  { tenantId, environmentId }: TenantScope,
  filter: UserFilter = {},
  locks: UserLocks = { userIds: [], until: [] },
): Rows => ({
  columns: {
    id: ["uuid", sql`u.id`],
    email: ["text", sql`u.email`],
    display_name,
    status: ["text", sql`u.status`],
    email_verified: ["boolean", sql`u.email_verified_at IS NOT NULL`],
    email_verified_method: ["text", sql`u.email_verified_method`],
    email_verified_at: ["moment", sql`u.email_verified_at`],
    ...details,
    memberships: ["json", sql`COALESCE(m.texts, '[]')`],
    factors: ["texts", sql`u.factor_types`],
    last_sign_in_at: ["moment", sql`u.last_sign_in_at`],
    suspended_at: ["moment", sql`u.suspended_at`],
    locked_until: ["text", sql`k.until`],
    created_at: ["moment", sql`u.created_at`],
    updated_at: ["moment", sql`u.updated_at`],
  },
  from: sql`
    FROM users u LEFT JOIN ${membershipsSql(environmentId, filter)}${locksSql(locks)}
    WHERE u.tenant_id = ${tenantId}::uuid
      AND u.environment_id = ${environmentId}::uuid AND u.deleted_at IS NULL${filterSql(filter)}
    ORDER BY u.tenant_id, u.environment_id, u.id`,
});

/** A list parameter takes texts only. */
function locksSql({ userIds, until }: UserLocks): Sql {
  const moments = until.map((moment) => moment.toISOString());
  return sql`
      LEFT JOIN unnest(${`{${userIds}}`}::uuid[], ${`{${moments}}`}::text[]) AS k (id, until) ON k.id = u.id`;
}

/** Returns the memberships of each user, to join. For all users they are read by a merge in the order of
 *  users, which takes half the time of a lookup per user; for one requested user they are looked up. */
function membershipsSql(environmentId: string, { email, externalId }: UserFilter): Sql {
  const texts = sql`'[' || string_agg('{"organization_id":"' || organization_id || '","role_id":'
        || COALESCE('"' || role_id || '"', 'null') || ',"status":"' || status || '"}', ','
        ORDER BY organization_id) || ']' AS texts
      FROM memberships WHERE environment_id = ${environmentId}::uuid`;
  return email === undefined && externalId === undefined
    ? sql`(SELECT user_id, ${texts} GROUP BY user_id) m ON m.user_id = u.id`
    : sql`LATERAL (SELECT ${texts} AND user_id = u.id) m ON true`;
}

function filterSql({ email, externalId, factor }: UserFilter): Sql {
  const conditions = [
    email === undefined ? empty : sql` AND u.email_key = ${emailKeyOf(email)}`,
    externalId === undefined ? empty : sql` AND u.external_id = ${externalId}`,
    sql` ${hasFactor(factor)}`,
  ];
  return join(conditions, "");
}
