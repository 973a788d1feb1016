import { listDeliveries } from "@/lib/backchannel-logout/logout-delivery-store";
import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";

/** The latest back-channel logouts to a relying party, each with its attempts. */
export function readDeliveries(scope: TenantScope, oidcClientId: string) {
  return inTenant(scope, (transaction) => listDeliveries(transaction, oidcClientId));
}
