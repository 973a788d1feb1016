import { optional } from "@/lib/contract/content";
import {
  DisableTenantBody,
  OperatedTenantResource,
  operatedTenantResponse,
} from "@/lib/contract/operator";
import { operatorExamples } from "@/lib/contract/operator-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { tenantId } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { disableTenant } from "@/lib/platform/operators/disable-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "disableTenant",
    tag: "Operator",
    summary: "Stop everything of a tenant",
    description:
      "From the next request on: its secrets and machine tokens are refused with `tenant_disabled`, its clients, links and sign-ins as if they did not exist, and no mail leaves. Nothing is revoked. Once more changes nothing.",
    caller: "operator",
    params: tenantId("id"),
    body: optional(DisableTenantBody, { reason: "Contract ended" }),
    answers: { ok: answer(OperatedTenantResource, operatorExamples.disabled, "The tenant.") },
    handle: async ({ caller, params, body, ok }) =>
      ok(operatedTenantResponse(await disableTenant(caller, params.id, body.reason ?? null))),
  }),
});
