import { read, type Statement } from "@/lib/kernel/db/queryable";

/** Sets the tenant whose rows this transaction may see. `true` limits the setting to the transaction, so that
 *  a connection goes back without it. Without the setting, row-level security shows no rows. */
export function bindTenant(tenantId: string): Statement {
  return read`SELECT set_config('atrium.tenant_id', ${tenantId}, true)`;
}

/** Like `bindTenant`, for the beginning of a transaction. Its statements are not prepared, so that each is
 *  planned for its values: the plan of a statement with an id knows one partition, where a plan for any value
 *  would have to know all. Statements that PostgreSQL runs by itself, such as to check a foreign key for each
 *  row, are planned once. */
export function bindTransaction(tenantId: string): Statement {
  return read`SELECT set_config('atrium.tenant_id', ${tenantId}, true), set_config('plan_cache_mode', 'auto', true)`;
}
