import type { TenantScope } from "@/lib/kernel/caller";
import type { Rows } from "@/lib/kernel/db/json-rows";
import { sql } from "@/lib/kernel/db/queryable";

/** Rows of the environment's installations in the form of contract/installation.ts, the oldest first. */
export const installationListing = ({ tenantId, environmentId }: TenantScope): Rows => ({
  columns: {
    id: ["uuid", sql`i.id`],
    name: ["text", sql`i.name`],
    platform: ["text", sql`i.platform`],
    version: ["text", sql`i.version`],
    status: ["text", sql`i.status`],
    key_thumbprint: ["text", sql`i.key_thumbprint`],
    app_id: ["uuid", sql`i.app_id`],
    organization_id: ["uuid", sql`i.organization_id`],
    enrolled_at: ["moment", sql`i.enrolled_at`],
    last_seen_at: ["moment", sql`i.last_seen_at`],
  },
  from: sql`
    FROM installations i
    WHERE i.tenant_id = ${tenantId}::uuid AND i.environment_id = ${environmentId}::uuid
    ORDER BY i.id`,
});
