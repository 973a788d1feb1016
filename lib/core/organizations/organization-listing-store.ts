import type { TenantScope } from "@/lib/kernel/caller";
import type { Rows } from "@/lib/kernel/db/json-rows";
import { sql } from "@/lib/kernel/db/queryable";

/** Rows of the environment's organizations in the form of contract/organization.ts, the oldest first. */
export const organizationListing = ({ tenantId, environmentId }: TenantScope): Rows => ({
  columns: {
    id: ["uuid", sql`o.id`],
    name: ["text", sql`o.name`],
    slug: ["text", sql`o.slug`],
    external_id: ["text", sql`o.external_id`],
    status: ["text", sql`w.status`],
    environment: ["text", sql`e.key`],
    organization_type: ["text", sql`t.key`],
    package_id: ["uuid", sql`w.package_id`],
    created_at: ["moment", sql`o.created_at`],
    updated_at: ["moment", sql`GREATEST(w.updated_at, o.updated_at)`],
  },
  from: sql`
    FROM workspaces w
    JOIN organizations o ON o.id = w.organization_id
    JOIN environments e ON e.id = w.environment_id
    LEFT JOIN organization_types t ON t.id = w.organization_type_id
    WHERE w.tenant_id = ${tenantId}::uuid AND w.environment_id = ${environmentId}::uuid
    ORDER BY o.id`,
});

/** Rows of one organization's members in the form of contract/membership.ts, in the order of their ids. */
export const memberListing = (
  { tenantId, environmentId }: TenantScope,
  organizationId: string,
): Rows => ({
  columns: {
    user_id: ["uuid", sql`m.user_id`],
    email: ["text", sql`u.email`],
    display_name: ["text", sql`u.display_name`],
    role_id: ["uuid", sql`m.role_id`],
    status: ["text", sql`m.status`],
    created_at: ["moment", sql`m.created_at`],
    updated_at: ["moment", sql`m.updated_at`],
  },
  from: sql`
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = ${tenantId}::uuid AND m.environment_id = ${environmentId}::uuid
      AND m.organization_id = ${organizationId}::uuid
    ORDER BY m.user_id`,
});
