import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { ServiceError } from "@/lib/errors";
import { resolveTenantSecret, touchTenantSecret } from "@/lib/tenants/tenant-secret-store";

/** Last use is noted once in this time, so that a busy secret costs no write a request. */
const TOUCH_SECONDS = 300;

/** The tenant environment that this id and secret prove together, or null when they don't.
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
  const usedLately =
    found.lastUsedAt && at.getTime() - found.lastUsedAt.getTime() < TOUCH_SECONDS * 1000;
  if (!usedLately) await touchTenantSecret(found, found.secretId, at);
  return {
    tenantId: found.tenantId,
    environmentId: found.environmentId,
    environmentKey: found.environmentKey,
    actor: { type: "tenant", id: found.tenantId },
  };
}
