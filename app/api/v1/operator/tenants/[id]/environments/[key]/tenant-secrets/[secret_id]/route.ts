import { secretExamples } from "@/lib/contract/secret-examples";
import { TenantSecretResource, tenantSecretResponse } from "@/lib/contract/tenant-secret";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { inEnvironment } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { callerInTenant } from "@/lib/platform/operators/caller-in-tenant";
import { readTenantSecret } from "@/lib/tenants/read-tenant-secret";

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
