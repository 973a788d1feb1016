import { config } from "@/lib/config/config";
import type { TenantTransaction } from "@/lib/db";
import { listEnvironments } from "@/lib/tenants/environment-store";
import { readTenant } from "@/lib/tenants/tenant-store";

/** Where users of this tenant see and end their sessions and devices; what security emails link to. */
export async function accountSecurityUrl(transaction: TenantTransaction): Promise<string> {
  const { publicId } = await readTenant(transaction);
  const query = new URLSearchParams({ tenant: publicId });
  const [usual, ...others] = await listEnvironments(transaction);
  const own = others.find(({ id }) => id === transaction.environmentId);
  // The page means the first environment where none is named.
  if (own && own.id !== usual?.id) query.set("environment", own.key);
  return `${config().baseUrl}/account-security?${query}`;
}
