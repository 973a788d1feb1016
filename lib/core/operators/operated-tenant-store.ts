import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** Filter and page of a list of tenants. */
export interface TenantSearch {
  /** Part of the name, or the whole public id; all when absent. */
  q?: string | undefined;
  /** The public id of the last one of the previous page; from the beginning when absent. */
  after?: string | undefined;
  /** Maximum of results; all when absent. */
  atMost?: number | undefined;
}

/** Lists tenants by name. The database returns rows in a transaction of the platform only. */
export async function searchTenants(
  db: Queryable,
  { q, after, atMost }: TenantSearch,
): Promise<OperatedTenant[]> {
  return db.query(read<OperatedTenant>`
    SELECT public_id, name, status, created_at, disabled_at, disabled_reason, installation_limit, installation_maximum,
           active_installations, environments
    FROM atrium_operator_tenants(${q || null}::text, ${after ?? null}::text, ${atMost ?? null}::int)`);
}

/** Returns the number of tenants, the disabled ones included. */
export async function countTenants(db: Queryable): Promise<number> {
  const row = await db.first(read<{ count: number }>`
    SELECT count(*)::int AS count FROM atrium_operator_tenants(NULL, NULL, NULL)`);
  return row?.count ?? 0;
}

/** Returns the tenant of this transaction.
 *  @throws Error when there is none */
export async function readOperatedRow(db: Queryable): Promise<OperatedTenant> {
  const tenant = await db.first(read<OperatedTenant>`
    SELECT public_id, name, status, created_at, disabled_at, disabled_reason, installation_limit, installation_maximum,
           active_installations,
           (SELECT json_agg(json_build_object('id', e.id, 'key', e.key, 'name', e.name, 'kind', e.kind)
                            ORDER BY e.created_at, e.id)
            FROM environments e WHERE e.tenant_id = t.id) AS environments
    FROM tenants t WHERE t.id = ${db.tenantId}::uuid`);
  if (!tenant) throw new Error("A transaction of a tenant that is not there");
  return { ...tenant, environments: tenant.environments ?? [] };
}
