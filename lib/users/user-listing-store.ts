import type { TenantScope } from "@/lib/caller";
import { literalSql, momentSql } from "@/lib/db/copy-stream";

/** The environment's users as contract/user.ts would write them. Ids and states need no escaping; the rest is
 *  row_to_json's. Users and memberships are read side by side in the order of users, which takes half of what a look for
 *  each user's memberships takes. */
export const userListing = ({ tenantId, environmentId }: TenantScope): string => `
  SELECT row_to_json(record)
  FROM (
    SELECT u.id, u.email, u.display_name, u.status, u.email_verified_at IS NOT NULL AS email_verified,
      u.email_verified_method, ${momentSql("u.email_verified_at")} AS email_verified_at, u.external_id, u.locale,
      COALESCE(m.texts, '[]')::json AS memberships, ${momentSql("u.last_sign_in_at")} AS last_sign_in_at,
      ${momentSql("u.suspended_at")} AS suspended_at, ${momentSql("u.created_at")} AS created_at,
      ${momentSql("u.updated_at")} AS updated_at
    FROM users u
    LEFT JOIN (
      SELECT user_id, '[' || string_agg('{"organization_id":"' || organization_id || '","role_id":'
        || COALESCE('"' || role_id || '"', 'null') || ',"status":"' || status || '"}', ','
        ORDER BY organization_id) || ']' AS texts
      FROM memberships WHERE environment_id = ${literalSql(environmentId)}::uuid
      GROUP BY user_id) m ON m.user_id = u.id
    WHERE u.tenant_id = ${literalSql(tenantId)}::uuid
      AND u.environment_id = ${literalSql(environmentId)}::uuid AND u.deleted_at IS NULL
    ORDER BY u.tenant_id, u.environment_id, u.id) record`;
