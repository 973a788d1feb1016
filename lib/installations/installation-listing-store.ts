import type { TenantScope } from "@/lib/caller";
import { literalSql, momentSql } from "@/lib/db/copy-stream";

/** The environment's installations as contract/installation.ts would write them, the oldest first. */
export const installationListing = ({ tenantId, environmentId }: TenantScope): string => `
  SELECT row_to_json(record)::text
  FROM installations i,
  LATERAL (
    SELECT i.id, i.name, i.platform, i.version, i.status, i.key_thumbprint, i.app_id, i.organization_id,
      ${momentSql("i.enrolled_at")} AS enrolled_at, ${momentSql("i.last_seen_at")} AS last_seen_at
  ) record
  WHERE i.tenant_id = ${literalSql(tenantId)}::uuid AND i.environment_id = ${literalSql(environmentId)}::uuid
  ORDER BY i.id`;
