import type { InstallationCapacity } from "@/lib/core/installations/capacity";
import { lock, type Queryable, read, sql } from "@/lib/kernel/db/queryable";

const COLUMNS = sql`
  installation_limit AS "limit", installation_maximum AS maximum, active_installations AS active`;

/** Returns the tenant's capacity. */
export async function readCapacity(db: Queryable): Promise<InstallationCapacity> {
  const found = await db.first(read<InstallationCapacity>`
    SELECT ${COLUMNS} FROM tenants WHERE id = ${db.tenantId}::uuid`);
  return known(found);
}

/** Like `readCapacity`, and locks the tenant's row until the transaction ends: enrolling, retiring and
 *  changes of the capacity are serialized, so that the result stays true until it is acted upon. */
export async function lockCapacity(db: Queryable): Promise<InstallationCapacity> {
  const found = await db.first(lock<InstallationCapacity>`
    SELECT ${COLUMNS} FROM tenants WHERE id = ${db.tenantId}::uuid FOR NO KEY UPDATE`);
  return known(found);
}

function known(found: InstallationCapacity | null): InstallationCapacity {
  if (!found) throw new Error("unreachable: the transaction is a tenant's");
  return found;
}
