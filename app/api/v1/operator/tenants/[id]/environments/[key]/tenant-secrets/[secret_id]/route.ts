import { secretExamples } from "@/lib/core/contract/secret-examples";
import { TenantSecretResource, tenantSecretResponse } from "@/lib/core/contract/tenant-secret";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";
import { readTenantSecret } from "@/lib/core/tenants/read-tenant-secret";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readTenantSecret",
    tag: "Operator",
    summary: "Read a tenant secret, without the secret itself",
    description: "One secret by its hint, and when it was made and last used.",
    caller: "tenant_operator",
    params: inEnvironment("secret_id"),
    answers: {
      ok: answer(TenantSecretResource, secretExamples.tenant, "What may be shown of the secret."),
    },
    handle: async ({ caller, params, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      const found = await readTenantSecret(place, params.secretId);
      return ok(tenantSecretResponse(found));
    },
  }),
});
