import { noBody } from "@/lib/contract/content";
import { OperatedTenantResource, operatedTenantResponse } from "@/lib/contract/operator";
import { operatorExamples } from "@/lib/contract/operator-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { tenantId } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { enableTenant } from "@/lib/platform/operators/enable-tenant";

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
