import type { TenantScope } from "@/lib/caller";
import { literalSql, momentSql } from "@/lib/db/copy-stream";

/** The environment's users as contract/user.ts would write them. Ids and states need no escaping; the rest is
 *  row_to_json's. */
export const userListing = ({ tenantId, environmentId }: TenantScope): string => `
  SELECT row_to_json(record)::text
  FROM users u, LATERAL (
    SELECT u.id, u.email, u.display_name, u.status, u.email_verified_at IS NOT NULL AS email_verified,
      u.email_verified_method, ${momentSql("u.email_verified_at")} AS email_verified_at, u.external_id, u.locale,
      COALESCE((SELECT '[' || string_agg('{"organization_id":"' || m.organization_id || '","role_id":'
          || COALESCE('"' || m.role_id || '"', 'null') || ',"status":"' || m.status || '"}', ','
          ORDER BY m.organization_id) || ']'
        FROM memberships m WHERE m.user_id = u.id AND m.environment_id = u.environment_id), '[]')::json AS memberships,
      ${momentSql("u.last_sign_in_at")} AS last_sign_in_at, ${momentSql("u.suspended_at")} AS suspended_at,
      ${momentSql("u.created_at")} AS created_at, ${momentSql("u.updated_at")} AS updated_at
  ) record
  WHERE u.tenant_id = ${literalSql(tenantId)}::uuid
    AND u.environment_id = ${literalSql(environmentId)}::uuid AND u.deleted_at IS NULL
  ORDER BY u.tenant_id, u.environment_id, u.id`;
