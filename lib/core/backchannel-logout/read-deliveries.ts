import { listDeliveries } from "@/lib/core/backchannel-logout/logout-delivery-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Returns the latest back-channel logouts to a relying party, each with its attempts. */
export function readDeliveries(scope: TenantScope, oidcClientId: string) {
  return inBatch(scope, (db) => listDeliveries(db, oidcClientId));
}
