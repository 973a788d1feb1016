import { isUseDue } from "@/lib/core/credentials/last-use";
import { noteTenantSecretUse, resolveTenantSecret } from "@/lib/core/tenants/tenant-secret-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Returns the tenant environment that this id and secret prove together, or null when they don't.
 *  @throws ServiceError `tenant_disabled` */
export async function authenticateTenantSecret(
  tenantPublicId: string,
  secret: string,
): Promise<Omit<Caller, "context"> | null> {
  const found = await resolveTenantSecret(tenantPublicId, hashSecret(secret));
  if (!found) return null;
  if (found.tenantStatus !== "active")
    throw new ServiceError("tenant_disabled", { detail: "This tenant is disabled." });
  const at = now();
  if (isUseDue(found.lastUsedAt, at))
    await inTransaction(found, (db) => noteTenantSecretUse(db, found.secretId, at));
  return {
    tenantId: found.tenantId,
    environmentId: found.environmentId,
    environmentKey: found.environmentKey,
    actor: { type: "tenant", id: found.tenantId },
  };
}
