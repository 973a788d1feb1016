import { z } from "zod";
import { timestamp, wireTimeOrNull } from "@/lib/core/contract/names";
import { SecretHintResource, secretHintResponse } from "@/lib/core/contract/secret-hint";
import type { ListedTenantSecret } from "@/lib/core/tenants/tenant-secret-store";

export const TenantSecretResource = SecretHintResource.extend({
  revoked_at: timestamp
    .nullable()
    .meta({ description: "When the secret was revoked; null while it is live." }),
}).meta({
  id: "TenantSecret",
  description:
    "A tenant secret of an environment (`alcs_…`), without the secret itself. The tenant's backend sends it beside X-Tenant-Id.",
});

export const TenantSecretList = z
  .object({
    tenant_secrets: z
      .array(TenantSecretResource)
      .meta({ description: "The live secrets, at most two, the oldest first." }),
  })
  .meta({ id: "TenantSecretList" });

/** A tenant secret in wire format, without its value. */
export function tenantSecretResponse(
  secret: ListedTenantSecret,
): z.infer<typeof TenantSecretResource> {
  return { ...secretHintResponse(secret), revoked_at: wireTimeOrNull(secret.revokedAt) };
}

/** All tenant secrets in wire format, without their values. */
export function tenantSecretList(
  secrets: readonly ListedTenantSecret[],
): z.infer<typeof TenantSecretList> {
  return { tenant_secrets: secrets.map(tenantSecretResponse) };
}
