import type { TenantScope } from "@/lib/caller";
import { momentSql } from "@/lib/db/copy-stream";
import { type Sql, sql } from "@/lib/db/queryable";

/** The environment's installations as contract/installation.ts would write them, the oldest first. */
export const installationListing = ({ tenantId, environmentId }: TenantScope): Sql => sql`
  SELECT row_to_json(record)::text
  FROM installations i,
  LATERAL (
    SELECT i.id, i.name, i.platform, i.version, i.status, i.key_thumbprint, i.app_id, i.organization_id,
      ${momentSql(sql`i.enrolled_at`)} AS enrolled_at, ${momentSql(sql`i.last_seen_at`)} AS last_seen_at
  ) record
  WHERE i.tenant_id = ${tenantId}::uuid AND i.environment_id = ${environmentId}::uuid
  ORDER BY i.id`;
