import { noBody } from "@/lib/core/contract/content";
import { OperatedTenantResource, operatedTenantResponse } from "@/lib/core/contract/operator";
import { operatorExamples } from "@/lib/core/contract/operator-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { enableTenant } from "@/lib/core/operators/enable-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "enableTenant",
    tag: "Operator",
    summary: "Enable a disabled tenant",
    description: "Everything that has not expired meanwhile works again. Idempotent.",
    caller: "operator",
    params: tenantId("id"),
    body: noBody,
    answers: { ok: answer(OperatedTenantResource, operatorExamples.tenant, "The tenant.") },
    handle: async ({ caller, params, ok }) =>
      ok(operatedTenantResponse(await enableTenant(caller, params.id))),
  }),
});
