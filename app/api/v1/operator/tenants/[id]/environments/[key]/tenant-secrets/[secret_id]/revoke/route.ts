import { noBody } from "@/lib/core/contract/content";
import { secretExamples } from "@/lib/core/contract/secret-examples";
import { TenantSecretResource, tenantSecretResponse } from "@/lib/core/contract/tenant-secret";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";
import { readTenantSecret } from "@/lib/core/tenants/read-tenant-secret";
import { revokeTenantSecret } from "@/lib/core/tenants/revoke-tenant-secret";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeTenantSecret",
    tag: "Operator",
    summary: "Revoke a tenant secret",
    description:
      "The secret ends at once. Without another secret, the tenant's backend can't sign users in. Safe to repeat.",
    caller: "tenant_operator",
    params: inEnvironment("secret_id"),
    body: noBody,
    answers: {
      ok: answer(
        TenantSecretResource,
        secretExamples.revokedTenant,
        "What may be shown of the secret.",
      ),
    },
    handle: async ({ caller, params: { id, key, secretId }, ok }) => {
      const place = await callerInTenant(caller, id, key);
      await revokeTenantSecret(place, secretId);
      const found = await readTenantSecret(place, secretId);
      return ok(tenantSecretResponse(found));
    },
  }),
});
