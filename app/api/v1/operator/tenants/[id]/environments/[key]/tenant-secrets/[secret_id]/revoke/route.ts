import { noBody } from "@/lib/contract/content";
import { secretExamples } from "@/lib/contract/secret-examples";
import { TenantSecretResource, tenantSecretResponse } from "@/lib/contract/tenant-secret";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { inEnvironment } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { callerInTenant } from "@/lib/platform/operators/caller-in-tenant";
import { readTenantSecret } from "@/lib/tenants/read-tenant-secret";
import { revokeTenantSecret } from "@/lib/tenants/revoke-tenant-secret";

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
