import { read, type Statement } from "@/lib/db/queryable";

/** Tells PostgreSQL which tenant's rows this transaction may see. `true` keeps the setting to the transaction, so that a
 *  connection goes back without it. Were it lost on the way, row-level security would show nothing. */
export function bindTenant(tenantId: string): Statement {
  return read`SELECT set_config('atrium.tenant_id', ${tenantId}, true)`;
}
