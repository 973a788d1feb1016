import { readPlatform } from "@/lib/core/platform/platform-store";
import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { resolveTenant } from "@/lib/core/tenants/tenant-store";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** PostgreSQL takes no NUL in a text, and no id of ours is long. */
const PUBLIC_ID = /^atr_[A-Za-z0-9_-]{1,80}$/;

/** Runs an operator's work in the tenant with this public id, whose log receives the audit events. Events
 *  of the whole tenant are recorded in its first environment, production before others.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export async function inOperatedTenant<T>(
  publicId: string,
  work: (db: Queryable, tenant: { name: string }) => Promise<T>,
): Promise<T> {
  if (!PUBLIC_ID.test(publicId)) throw missing();
  const [tenant, platform] = await Promise.all([resolveTenant(publicId), readPlatform()]);
  if (!tenant || tenant.tenantId === platform?.tenantId) throw missing();
  // No environment is known until the transaction that lists them has started.
  return inTransaction({ tenantId: tenant.tenantId, environmentId: "" }, async (unplaced) => {
    const [first] = await listEnvironments(unplaced);
    if (!first) throw missing();
    return work(unplaced.inEnvironment(first.id), { name: tenant.name });
  });
}
