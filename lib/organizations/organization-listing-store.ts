import type { TenantScope } from "@/lib/caller";
import { momentSql } from "@/lib/db/copy-stream";
import { type Sql, sql } from "@/lib/db/queryable";

/** The environment's organizations as contract/organization.ts would write them, the oldest first. */
export const organizationListing = ({ tenantId, environmentId }: TenantScope): Sql => sql`
  SELECT row_to_json(record)::text
  FROM workspaces w
  JOIN organizations o ON o.id = w.organization_id
  JOIN environments e ON e.id = w.environment_id
  LEFT JOIN organization_types t ON t.id = w.organization_type_id,
  LATERAL (
    SELECT o.id, o.name, o.slug, o.external_id, w.status, e.key AS environment, t.key AS organization_type,
      w.package_id, ${momentSql(sql`o.created_at`)} AS created_at,
      ${momentSql(sql`GREATEST(w.updated_at, o.updated_at)`)} AS updated_at
  ) record
  WHERE w.tenant_id = ${tenantId}::uuid AND w.environment_id = ${environmentId}::uuid
  ORDER BY o.id`;

/** The members of one organization as contract/membership.ts would write them, in the order of their ids. */
export const memberListing = (
  { tenantId, environmentId }: TenantScope,
  organizationId: string,
): Sql => sql`
  SELECT row_to_json(record)::text
  FROM memberships m JOIN users u ON u.id = m.user_id,
  LATERAL (
    SELECT m.user_id, u.email, u.display_name, m.role_id, m.status, ${momentSql(sql`m.created_at`)} AS created_at,
      ${momentSql(sql`m.updated_at`)} AS updated_at
  ) record
  WHERE m.tenant_id = ${tenantId}::uuid AND m.environment_id = ${environmentId}::uuid
    AND m.organization_id = ${organizationId}::uuid
  ORDER BY m.user_id`;
