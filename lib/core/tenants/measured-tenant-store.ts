import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Finds tenants by their public ids; unknown ones are left out. */
export function findTenantIds(
  publicIds: readonly string[],
): Promise<{ id: string; publicId: string }[]> {
  return unscoped.query(read<{ id: string; publicId: string }>`
    SELECT tenant_id AS id, public_id FROM atrium_resolve_tenants(${[...publicIds]}::text[])`);
}
