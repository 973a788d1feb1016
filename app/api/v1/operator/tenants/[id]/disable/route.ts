import { optional } from "@/lib/core/contract/content";
import {
  DisableTenantBody,
  OperatedTenantResource,
  operatedTenantResponse,
} from "@/lib/core/contract/operator";
import { operatorExamples } from "@/lib/core/contract/operator-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { disableTenant } from "@/lib/core/operators/disable-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "disableTenant",
    tag: "Operator",
    summary: "Disable a tenant",
    description:
      "The service refuses the tenant's secrets and machine tokens with `tenant_disabled` from the next request on. The service treats the tenant's clients, links and sign-ins as if they did not exist, and sends no mail of the tenant. Nothing is revoked. Idempotent.",
    caller: "operator",
    params: tenantId("id"),
    body: optional(DisableTenantBody, { reason: "Contract ended" }),
    answers: { ok: answer(OperatedTenantResource, operatorExamples.disabled, "The tenant.") },
    handle: async ({ caller, params, body, ok }) =>
      ok(operatedTenantResponse(await disableTenant(caller, params.id, body.reason ?? null))),
  }),
});
