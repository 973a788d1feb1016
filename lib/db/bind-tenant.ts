import { read, type Statement } from "@/lib/db/queryable";

/** Tells PostgreSQL which tenant's rows this transaction may see. `true` keeps the setting to the transaction, so that a
 *  connection goes back without it. Were it lost on the way, row-level security would show nothing. */
export function bindTenant(tenantId: string): Statement {
  return read`SELECT set_config('atrium.tenant_id', ${tenantId}, true)`;
}

/** The same at the beginning of a transaction. Its statements are planned for their values, since each is used once: the plan of
 *  a statement with an id knows one partition, where a plan for any value would have to know all. */
export function bindTransaction(tenantId: string): Statement {
  return read`SELECT set_config('atrium.tenant_id', ${tenantId}, true), set_config('plan_cache_mode', 'force_custom_plan', true)`;
}
