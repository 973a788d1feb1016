import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import { config } from "@/lib/kernel/config/config";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Returns the URL where users of this tenant see and end their sessions and devices; security emails link
 *  to it. */
export async function accountSecurityUrl(db: Queryable): Promise<string> {
  const [{ publicId }, [usual, ...others]] = await Promise.all([
    readTenant(db),
    listEnvironments(db),
  ]);
  const query = new URLSearchParams({ tenant: publicId });
  const own = others.find(({ id }) => id === db.environmentId);
  // The page uses the first environment when none is named.
  if (own && own.id !== usual?.id) query.set("environment", own.key);
  return `${config().baseUrl}/account-security?${query}`;
}
