import type { TenantScope } from "@/lib/caller";
import { literalSql, momentSql } from "@/lib/db/copy-stream";

/** The environment's organizations as contract/organization.ts would write them, the oldest first. */
export const organizationListing = ({ tenantId, environmentId }: TenantScope): string => `
  SELECT row_to_json(record)::text
  FROM workspaces w
  JOIN organizations o ON o.id = w.organization_id
  JOIN environments e ON e.id = w.environment_id
  LEFT JOIN organization_types t ON t.id = w.organization_type_id,
  LATERAL (
    SELECT o.id, o.name, o.slug, o.external_id, w.status, e.key AS environment, t.key AS organization_type,
      w.package_id, ${momentSql("o.created_at")} AS created_at,
      ${momentSql("GREATEST(w.updated_at, o.updated_at)")} AS updated_at
  ) record
  WHERE w.tenant_id = ${literalSql(tenantId)}::uuid AND w.environment_id = ${literalSql(environmentId)}::uuid
  ORDER BY o.id`;

/** The members of one organization as contract/membership.ts would write them, in the order of their ids. */
export const memberListing = (
  { tenantId, environmentId }: TenantScope,
  organizationId: string,
): string => `
  SELECT row_to_json(record)::text
  FROM memberships m JOIN users u ON u.id = m.user_id,
  LATERAL (
    SELECT m.user_id, u.email, u.display_name, m.role_id, m.status, ${momentSql("m.created_at")} AS created_at,
      ${momentSql("m.updated_at")} AS updated_at
  ) record
  WHERE m.tenant_id = ${literalSql(tenantId)}::uuid AND m.environment_id = ${literalSql(environmentId)}::uuid
    AND m.organization_id = ${literalSql(organizationId)}::uuid
  ORDER BY m.user_id`;
