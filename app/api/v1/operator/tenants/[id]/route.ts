import { OperatedTenantResource, operatedTenantResponse } from "@/lib/contract/operator";
import { operatorExamples } from "@/lib/contract/operator-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { tenantId } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { readOperatedTenant } from "@/lib/platform/operators/read-operated-tenant";

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
