import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import {
  HoldBody,
  retentionExamples,
  TenantRetentionResource,
  tenantRetentionResponse,
} from "@/lib/features/retention/contract/retention";
import { holdTenant, releaseTenant } from "@/lib/features/retention/tenant-retention";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PUT: endpoint({
    id: "holdTenant",
    tag: "Operator",
    summary: "Keep everything of a tenant, whatever its age",
    description:
      "A legal hold: nothing of the tenant's audit events, sessions, devices, mail and logouts is cleared until the hold ends. A tenant that is held already stays as it is, first reason included.",
    caller: "operator",
    params: tenantId("id"),
    body: content(HoldBody, { reason: "Case 4711" }),
    answers: {
      ok: answer(TenantRetentionResource, retentionExamples.held, "The tenant's retention."),
    },
    handle: async ({ caller, params, body, ok }) => {
      const by = { actor: caller.actor, context: caller.context };
      return ok(tenantRetentionResponse(await holdTenant(by, params.id, body.reason)));
    },
  }),
  DELETE: endpoint({
    id: "releaseTenant",
    tag: "Operator",
    summary: "End a tenant's legal hold",
    description: "The next sweeps clear what is too old by then.",
    caller: "operator",
    params: tenantId("id"),
    answers: {
      ok: answer(TenantRetentionResource, retentionExamples.tenant, "The tenant's retention."),
    },
    handle: async ({ caller, params, ok }) => {
      const by = { actor: caller.actor, context: caller.context };
      return ok(tenantRetentionResponse(await releaseTenant(by, params.id)));
    },
  }),
});
