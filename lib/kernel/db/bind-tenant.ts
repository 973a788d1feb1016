import { read, type Statement } from "@/lib/kernel/db/queryable";

/** Tells PostgreSQL which tenant's rows this transaction may see. `true` keeps the setting to the transaction, so that a
 *  connection goes back without it. Were it lost on the way, row-level security would show nothing. */
export function bindTenant(tenantId: string): Statement {
  return read`SELECT set_config('atrium.tenant_id', ${tenantId}, true)`;
}

/** The same at the beginning of a transaction. Its statements are not prepared, so that each is planned for its values: the plan of a
 *  statement with an id knows one partition, where a plan for any value would have to know all. What PostgreSQL does by itself meanwhile,
 *  such as to check a foreign key for each row, is planned once. */
export function bindTransaction(tenantId: string): Statement {
  return read`SELECT set_config('atrium.tenant_id', ${tenantId}, true), set_config('plan_cache_mode', 'auto', true)`;
}
