import { OperatedTenantResource, operatedTenantResponse } from "@/lib/core/contract/operator";
import { operatorExamples } from "@/lib/core/contract/operator-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { readOperatedTenant } from "@/lib/core/operators/read-operated-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readTenant",
    tag: "Operator",
    summary: "Read a tenant",
    description: "One tenant with its environments, without the tenant's data.",
    caller: "tenant_operator",
    params: tenantId("id"),
    answers: { ok: answer(OperatedTenantResource, operatorExamples.tenant, "The tenant.") },
    handle: async ({ params, ok }) =>
      ok(operatedTenantResponse(await readOperatedTenant(params.id))),
  }),
});
