import { config } from "@/lib/config/config";
import type { TenantTransaction } from "@/lib/db";
import { readTenant } from "@/lib/tenants/tenant-store";

/** Where users of this tenant see and end their sessions and devices; what security emails link to. */
export async function accountSecurityUrl(transaction: TenantTransaction): Promise<string> {
  const { publicId } = await readTenant(transaction);
  return `${config().baseUrl}/account-security?tenant=${encodeURIComponent(publicId)}`;
}
