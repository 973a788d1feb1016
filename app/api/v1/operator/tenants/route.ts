import { content } from "@/lib/core/contract/content";
import {
  NewTenantBody,
  OperatedTenantList,
  OperatedTenantResource,
  operatedTenantResponse,
  TenantsQuery,
} from "@/lib/core/contract/operator";
import { operatorExamples } from "@/lib/core/contract/operator-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { listTenants } from "@/lib/core/operators/list-tenants";
import { openTenant } from "@/lib/core/operators/open-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listTenants",
    tag: "Operator",
    summary: "List every tenant",
    description: "Sorted by name, without the platform's own tenant.",
    caller: "operator",
    query: TenantsQuery,
    answers: {
      ok: answer(
        OperatedTenantList,
        { tenants: [operatorExamples.tenant] },
        "Every tenant that matches.",
      ),
    },
    handle: async ({ query, ok }) => {
      const tenants = await listTenants({ q: query.q?.trim().slice(0, 200) });
      return ok({ tenants: tenants.map(operatedTenantResponse) });
    },
  }),
  POST: endpoint({
    id: "createTenant",
    tag: "Operator",
    summary: "Take in a new tenant",
    description:
      "The tenant's first owner gets an invitation by email. Owners invite other administrators in the dashboard. The dashboard or the command line makes the tenant's first credential. A refused request makes no tenant.",
    caller: "operator",
    body: content(NewTenantBody, { name: "Acme", owner: "ada@acme.example" }),
    answers: { created: answer(OperatedTenantResource, operatorExamples.tenant, "The tenant.") },
    refusals: ["conflict", "unprocessable"],
    handle: async ({ caller, body, created }) =>
      created(operatedTenantResponse(await openTenant(caller, body))),
  }),
});
